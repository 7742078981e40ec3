import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Gateway } from '../gateway.ts'
import { readStoreMetrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'

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
