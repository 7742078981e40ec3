import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { textOf } from '../log.ts'
import { MESSAGE_KINDS } from '../message.ts'
import { titleOf } from '../own-transports.ts'
import { writeProbe } from '../store/accept-message.ts'
import {
  countByState,
  countFailed,
  UNSENT_STATES,
  waitedMs,
  waitingSince,
} from '../store/messages.ts'
import type { Store } from '../store/store.ts'
import type { HttpContext } from './context.ts'

/** Reads the metrics of the database into a separate registry. */
async function readStoreMetrics({ store, clock, transportStates }: HttpContext): Promise<Registry> {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `contact_gateway_${name}`, help, registers: [registry] }).set(value)

  const paused = new Gauge({
    name: 'contact_gateway_transport_paused',
    help: 'Whether a transport delivers nothing: it is paused, or refuses the sender or recipient, 1 or 0.',
    labelNames: ['transport'],
    registers: [registry],
  })
  for (const [transport, { trouble }] of transportStates)
    paused.set({ transport }, Number(trouble !== undefined))
  const counts = await readCounts(store).catch(() => undefined)
  gauge(
    'database_up',
    'Whether the database can be read, 1 or 0; if 0, its metrics are omitted.',
    counts ? 1 : 0,
  )
  if (!counts) return registry
  const { states, since, failures } = counts
  const messages = new Gauge({
    name: 'contact_gateway_messages',
    help: 'Unsent messages by state, including automatic replies and notices.',
    labelNames: ['state'],
    registers: [registry],
  })
  for (const state of UNSENT_STATES) messages.set({ state }, states[state])
  gauge(
    'failed_messages',
    "Visitors' messages that no recipient got, until they are retried or deleted.",
    failures,
  )
  gauge(
    'queue_oldest_age_seconds',
    "How long the oldest of visitors' queued messages has waited.",
    Math.floor(waitedMs(since, clock()) / 1000),
  )
  return registry
}

async function readCounts({ db }: Store) {
  return {
    states: await countByState(db, MESSAGE_KINDS, UNSENT_STATES),
    since: await waitingSince(db),
    failures: await countFailed(db),
  }
}

export type OpsParts = {
  /** A server without a gateway has none; it is ready as long as it responds. */
  gateway: HttpContext | undefined
  /** Whether a full disk keeps the gateway from its start. */
  isGatewayAway?: boolean
  isStopping: () => boolean
}

/** The ops server: liveness, readiness and metrics. */
export function buildOpsServer({ gateway, isGatewayAway, isStopping }: OpsParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  const findObstacle = gateway ? createReadiness(gateway) : () => (isGatewayAway ? FULL : undefined)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  })
  app.get('/healthz', async () => 'alive\n')
  app.get('/readyz', async (_, reply) => {
    const reason = isStopping() ? 'shutting down' : await findObstacle()
    if (reason === undefined) return `ready\n${gateway ? describeTrouble(gateway) : ''}`
    return reply.code(503).send(`not ready: ${reason}\n`)
  })
  app.get('/metrics', async (_, reply) => {
    const own = gateway ? [await readStoreMetrics(gateway), gateway.metrics.registry] : []
    return reply
      .type(processMetrics.contentType)
      .send(await Registry.merge([...own, processMetrics]).metrics())
  })
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send('Not found. Use /healthz, /readyz or /metrics.\n'),
  )
  return app
}

/** A gateway whose mail server fails is ready: it stores messages, and another one would not deliver them. */
function describeTrouble({ transportStates }: HttpContext): string {
  return [...transportStates]
    .flatMap(([transport, { trouble }]) => {
      if (!trouble) return []
      const { until, reason, advice = '' } = trouble
      const what = until ? `is paused until ${new Date(until).toISOString()}` : 'refuses mails'
      return `warning: ${titleOf(transport)} ${what}: ${reason}. ${advice}\n`
    })
    .join('')
}

const FULL = 'cannot store messages: the disk is full'
/** Shorter than the timeout of health checks, so that they receive the reason. */
const TIMEOUT_MS = 3000

/** Returns a check that finds the reason why this gateway is not ready; undefined if it is. */
function createReadiness({ store, clock, delivery }: HttpContext) {
  const probe = () =>
    store
      .write((tx) => writeProbe(tx, clock()))
      .then(
        () => undefined,
        (error) => `cannot store messages: ${textOf(error)}`,
      )
  return async (): Promise<string | undefined> => {
    if (!delivery.isRunning()) return 'the delivery worker is not running'
    if (store.isFull()) return FULL
    const timeoutReason = `cannot store messages: no database response for ${TIMEOUT_MS / 1000} s`
    return Promise.race([probe(), delay(TIMEOUT_MS, timeoutReason, { ref: false })])
  }
}
