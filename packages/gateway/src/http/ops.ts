import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { textOf } from '../log.ts'
import { writeProbe } from '../store/accept-message.ts'
import { mailStandsStill } from '../store/notices.ts'
import type { Store } from '../store/store.ts'

type OpsContext = {
  /** The same for all gateways on one database; doctor compares it. See `gatewayId`. */
  id: string | undefined
  store: Store
  clock: () => number
  delivery: { isRunning: () => boolean }
  /** Why mails do not leave. */
  outgoing: {
    state: { trouble: { reason: string; advice: string | undefined; until: number } | undefined }
  }
}

export type OpsParts = {
  /** A server without a gateway has none; it is ready as long as it responds. */
  gateway: OpsContext | undefined
  /** Whether a store that cannot be opened keeps the gateway from its start. */
  isGatewayAway?: boolean
  isStopping: () => boolean
  /** How long the database may take, if not 3 s. */
  probeMs?: number
}

/** The ops server: liveness and readiness. */
export function buildOpsServer({
  gateway,
  isGatewayAway,
  isStopping,
  probeMs = PROBE_MS,
}: OpsParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  })
  app.get('/healthz', async () => 'alive\n')
  app.get('/readyz', async (_, reply) => {
    if (gateway) reply.header(GATEWAY_HEADER, gateway.id)
    const away = isGatewayAway ? AWAY : undefined
    const obstacle = isStopping()
      ? 'shutting down'
      : gateway
        ? await findFault(gateway, probeMs)
        : away
    if (obstacle !== undefined) return reply.code(503).send(`not ready: ${obstacle}\n`)
    const warnings = gateway ? await findTrouble(gateway) : []
    return ['ready', ...warnings.map((warning) => `warning: ${warning}`), ''].join('\n')
  })
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send('Not found. Use /healthz or /readyz.\n'),
  )
  return app
}

/** A gateway whose mail server fails is ready: it stores messages, and another one would not deliver them. */
async function findTrouble({ outgoing, store, clock }: OpsContext): Promise<string[]> {
  const since = await mailStandsStill(store.db, clock())
  const { trouble } = outgoing.state
  return [
    since !== undefined &&
      `mail stands still: messages wait since ${new Date(since).toISOString()}. Check the mail server.`,
    trouble &&
      `The mail server is paused until ${new Date(trouble.until).toISOString()}: ${trouble.reason}. ${trouble.advice ?? ''}`,
  ].filter((text) => typeof text === 'string')
}

/** Has the id of the gateway that answers: see `gatewayId`. */
export const GATEWAY_HEADER = 'x-gateway'
const AWAY = 'cannot store messages: the store cannot be opened. Its log has more'
const FULL = 'cannot store messages: the disk is full'
const GONE =
  'cannot store messages: the database file was deleted or replaced. Restore it, and restart the gateway'
/** Shorter than the timeout of health checks, so that they receive the reason. */
const PROBE_MS = 3000

/** Finds the reason why a gateway is not ready. */
async function findFault(
  { store, clock, delivery }: OpsContext,
  probeMs: number,
): Promise<string | undefined> {
  if (!delivery.isRunning()) return 'the delivery worker is not running'
  if (store.isFull()) return FULL
  if (store.isGone()) return GONE
  const probe = store
    .write((tx) => writeProbe(tx, clock()))
    .then(
      () => undefined,
      (error) => `cannot store messages: ${textOf(error)}`,
    )
  const late = `cannot store messages: no database response for ${probeMs / 1000} s`
  return Promise.race([probe, delay(probeMs, late, { ref: false })])
}
