import Fastify, { type FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { writeMetrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type OperateParts = {
  /** A server of the page alone has none; it is ready as long as it answers. */
  gateway: Gateway | undefined
  isStopping: () => boolean
}

/** What whoever runs this program asks it: whether it lives, whether it can work, what it has done. */
export function buildOperateServer({ gateway, isStopping }: OperateParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  const ask = gateway && createReadiness(gateway)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
  })
  app.get('/healthz', async () => 'alive\n')
  app.get('/readyz', async (_, reply) => {
    const obstacle = isStopping() ? 'the program is stopping' : await ask?.()
    if (obstacle === undefined) return 'ready\n'
    return reply.code(503).send(`not ready: ${obstacle}\n`)
  })
  app.get('/metrics', async (_, reply) =>
    reply.type(METRICS_TYPE).send(await writeMetrics(gateway)),
  )
  app.setNotFoundHandler((_, reply) =>
    reply.code(404).send('Here are /healthz, /readyz and /metrics.\n'),
  )
  return app
}
