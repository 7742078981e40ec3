import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Gateway } from '../gateway.ts'
import { textOf } from '../log.ts'
import { writeProbe } from '../store/accept-message.ts'
import { readStoreMetrics } from './metrics.ts'

export type OpsParts = {
  /** A server without a gateway has none; it is ready as long as it responds. */
  gateway: Gateway | undefined
  isStopping: () => boolean
}

/** The ops server: liveness, readiness and metrics. */
export function buildOpsServer({ gateway, isStopping }: OpsParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  const findObstacle = gateway && createReadiness(gateway)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  })
  app.get('/healthz', async () => 'alive\n')
  app.get('/readyz', async (_, reply) => {
    const reason = isStopping() ? 'shutting down' : await findObstacle?.()
    if (reason === undefined) return 'ready\n'
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

/** Shorter than the timeout of health checks, so that they receive the reason. */
const TIMEOUT_MS = 3000

/** Returns a check that finds the reason why this gateway is not ready; undefined if it is. */
export function createReadiness({ store, clock, delivery }: Gateway) {
  let pending: Promise<string | undefined> | undefined
  // Concurrent checks share one write.
  const probe = () => {
    // Not synced to disk: a health check every few seconds must not cost what a message costs.
    pending ??= store
      .write((tx) => writeProbe(tx, clock()), 'unsynced')
      .then(
        () => undefined,
        (error) => `cannot store messages: ${textOf(error)}`,
      )
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  return async (): Promise<string | undefined> => {
    if (!delivery.isRunning()) return 'the delivery worker is not running'
    const timeoutReason = `cannot store messages: no database response for ${TIMEOUT_MS / 1000} s`
    return Promise.race([probe(), delay(TIMEOUT_MS, timeoutReason, { ref: false })])
  }
}
