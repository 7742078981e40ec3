import plugin from 'fastify-plugin'
import { TOO_MANY_REQUESTS } from 'reward-codes-protocol/responses'
import type { RateLimiter } from '../../submissions/rate-limiter.ts'
import { reject } from './result.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The hash that identifies the client's network today. */
    networkKey: string
  }
}

/** Counts the requests of each network, and rejects those over its hourly limit. */
export const rateLimit = plugin<{ rateLimiter: RateLimiter }>(async (app, { rateLimiter }) => {
  app.decorateRequest('networkKey', '')
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') return
    const kind = request.method !== 'POST' ? 'challenge' : request.origin ? 'message' : 'program'
    const { key, retryAfterSeconds } = await request.withTimeout(
      rateLimiter.countRequest(request.ip, kind),
    )
    request.networkKey = key
    if (retryAfterSeconds) {
      const rejection = reject(429, TOO_MANY_REQUESTS, 'ip-rate-limited')
      return reply.sendResult({ ...rejection, retryAfterSeconds })
    }
  })
})
