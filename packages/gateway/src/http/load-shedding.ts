import type { IncomingMessage } from 'node:http'
import plugin from 'fastify-plugin'
import { Overloaded } from './result.ts'

/** Each connection costs memory and one of the process's file descriptors. */
const MAX_CONNECTIONS = 10_000

export type ConnectionTimes = {
  /** A client that is rejected early keeps sending its form, and reads the response afterwards. */
  lingerMs: number
  /** How long a stop waits for requests and responses. A captcha provider has 5 s; process managers kill after 10 s. */
  stopMs: number
}

export const CONNECTION_TIMES: ConnectionTimes = { lingerMs: 5000, stopMs: 7000 }

/** Limits connections, and closes those that a stop or an endless request would keep open. */
export const connections = plugin<ConnectionTimes>(async (app, { lingerMs, stopMs }) => {
  app.server.maxConnections = MAX_CONNECTIONS
  app.addHook('onResponse', async ({ raw }) => linger(raw, lingerMs))
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), stopMs).unref()
  })
})

/** Closes the connection of a client that keeps sending after the response. */
function linger(request: IncomingMessage, lingerMs: number) {
  if (request.complete) return
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, lingerMs)
  timer.unref()
}

/** The page waits 18 s for all of sending, in which scripts and the captcha load as well. */
const RESPONSE_TIMEOUT_MS = 12_000

/**
 * Throws Overloaded if the work on a request takes too long, for example while a disk hangs. The work
 * continues: a message may still be stored, and a repeat by the visitor is recognized.
 */
export async function withTimeout<R>(work: Promise<R>): Promise<R> {
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => expired.reject(new Overloaded()), RESPONSE_TIMEOUT_MS).unref()
  work.catch(() => {})
  try {
    return await Promise.race([work, expired.promise])
  } finally {
    clearTimeout(timer)
  }
}

type BodyLimits = {
  /** Maximum bytes of one body. */
  each: number
  /** Maximum bytes of all bodies that are not complete. */
  together: number
}

const BODY_LIMITS: BodyLimits = {
  /** The variables, plus the overhead of multipart and JSON. */
  each: 128 * 1024,
  together: 16 * 1024 * 1024,
}

type Body = { bytes: number; refuse: () => void }

/**
 * Returns a function that reads the body of a request. Above the total limit, the oldest incomplete
 * body is refused: a visitor's form arrives at once, so unfinished forms cannot lock others out.
 */
export function createBodyReader({ each, together }: BodyLimits = BODY_LIMITS) {
  const bodies = new Set<Body>()
  let total = 0
  return (request: IncomingMessage): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      const body = { bytes: 0, refuse: () => end(() => reject(new Overloaded())) }
      const end = (settle: () => void) => {
        request.off('data', onData)
        if (bodies.delete(body)) total -= body.bytes
        settle()
        // Free the memory: the request may stay open for a while.
        chunks.length = 0
      }
      const onData = (chunk: Buffer) => {
        chunks.push(chunk)
        body.bytes += chunk.length
        total += chunk.length
        if (body.bytes > each) return end(() => reject(tooLarge()))
        for (const oldest of bodies) {
          if (total <= together) return
          oldest.refuse()
        }
      }
      if (Number(request.headers['content-length']) > each) return reject(tooLarge())
      bodies.add(body)
      request.on('data', onData)
      request.once('end', () => end(() => resolve(Buffer.concat(chunks))))
      request.once('error', (error) => end(() => reject(error)))
      request.once('close', () => end(() => reject(new Error('The request was aborted.'))))
    })
}

function tooLarge(): Error {
  return Object.assign(new Error('The body is too large.'), { statusCode: 413 })
}
