import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serveSite } from './site.ts'

/** The HTTP server of a built site. */
export function buildServer(folder: string): FastifyInstance {
  const app = Fastify({
    frameworkErrors: answerUnreadableAddress,
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
  })
  serveSite(app, folder)
  return app
}

/** An address that cannot even be decoded is an unknown page like any other. */
function answerUnreadableAddress(_: Error, _request: FastifyRequest, reply: FastifyReply) {
  reply.callNotFound()
}
