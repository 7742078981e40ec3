import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { networksOf } from './rate-limit.ts'
import { Overloaded } from './result.ts'

/**
 * Maximum open connections of one network. A browser opens six; many people may share one address.
 * A customer's IPv6 network gets those of a few households, although it contains 65,536.
 */
const MAX_PER_NETWORK = 256
/** Each connection costs memory and one of the process's file descriptors. */
const MAX_CONNECTIONS = 10_000
const LOOPBACK = ['127.0.0.1', ...networksOf('::1').map(({ network }) => network)]
/** A client that is rejected early keeps sending its form, and reads the response afterwards. */
const LINGER_MS = 5000
/** How long a stop waits for incomplete requests, which may never be completed. */
const STOP_REQUEST_MS = 2000
/** How long a stop waits for responses. A captcha provider has 5 s; process managers kill after 10 s. */
const STOP_RESPONSE_MS = 7000

/** Limits connections, and closes those that a stop or an endless request would keep open. */
export const connections = plugin<{ proxies: number }>(async (app, { proxies }) => {
  limitConnections(app.server, proxies)
  app.addHook('onResponse', async ({ raw }) => linger(raw))

  const sockets = new Set<Socket>()
  const requests = new Set<IncomingMessage>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.on('request', (request, response) => {
    requests.add(request)
    response.once('close', () => requests.delete(request))
  })
  const closeIncomplete = () => {
    const complete = [...requests].filter((request) => request.complete)
    const busy = new Set(complete.map(({ socket }) => socket))
    for (const socket of sockets) if (!busy.has(socket)) socket.destroy()
  }
  app.addHook('preClose', async () => {
    setTimeout(closeIncomplete, STOP_REQUEST_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), STOP_RESPONSE_MS).unref()
  })
})

/**
 * Closes new connections of a network that has too many. Behind a proxy, which may run on this
 * machine, all connections come from the proxy, and the proxy must limit them.
 */
export function limitConnections(
  server: Server,
  proxies: number,
  { most, trusted }: { most: number; trusted: string[] } = {
    most: MAX_PER_NETWORK,
    trusted: LOOPBACK,
  },
): void {
  server.maxConnections = MAX_CONNECTIONS
  if (proxies > 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '')
    if (networks.some(({ network }) => trusted.includes(network))) return
    const countOf = (network: string) => open.get(network) ?? 0
    if (networks.some(({ network, share }) => countOf(network) >= most * share)) {
      return socket.destroy()
    }
    for (const { network } of networks) open.set(network, countOf(network) + 1)
    socket.once('close', () => {
      for (const { network } of networks) {
        if (countOf(network) > 1) open.set(network, countOf(network) - 1)
        else open.delete(network)
      }
    })
  })
}

/** Closes the connection of a client that keeps sending after the response. */
function linger(request: IncomingMessage) {
  if (request.complete) return
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, LINGER_MS)
  timer.unref()
}

type BodyLimits = {
  /** Maximum bytes of one body. */
  each: number
  /** Maximum bytes of all bodies that are not read yet. */
  together: number
}

const BODY_LIMITS: BodyLimits = {
  /** The variables, plus the overhead of multipart and JSON. */
  each: 128 * 1024,
  together: 16 * 1024 * 1024,
}
/** The page waits 18 s for all of sending, in which scripts and the captcha load as well. */
const RESPONSE_TIMEOUT_MS = 12_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the body of an admitted request. */
    readBody: (request: IncomingMessage) => Promise<Buffer>
  }
  interface FastifyRequest {
    /**
     * Throws Overloaded if all work on the request takes too long, for example while a disk hangs. The
     * work continues: a message may still be stored, and a repeat by the visitor is recognized.
     */
    withTimeout: <R>(work: Promise<R>) => Promise<R>
    /** Milliseconds that the gateway has spent on the request so far. */
    spentMs: number
  }
}

/** Rejects requests for which the gateway has no memory or no time. */
export const loadShedding = plugin(async (app) => {
  const bodies = createBodies(BODY_LIMITS)
  app.decorate('readBody', bodies.read)
  app.decorateRequest('spentMs', 0)
  app.decorateRequest('withTimeout', async function (work) {
    const startedAt = performance.now()
    const expired = Promise.withResolvers<never>()
    const expire = () => expired.reject(new Overloaded())
    const timer = setTimeout(expire, RESPONSE_TIMEOUT_MS - this.spentMs).unref()
    work.catch(() => {})
    try {
      return await Promise.race([work, expired.promise])
    } finally {
      clearTimeout(timer)
      this.spentMs += performance.now() - startedAt
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || bodies.admit(request.raw, request.ip)) return
    closeAfterResponse(request, reply)
    throw new Overloaded()
  })
})

/** Stops reading an incomplete request, and closes the connection after the response. */
function closeAfterResponse({ raw }: FastifyRequest, reply: FastifyReply) {
  process.nextTick(() => {
    if (!raw.complete) raw.socket.pause()
  })
  reply.raw.once('finish', () => {
    if (!raw.complete) raw.socket.destroySoon()
  })
}

type Body = { bytes: number; network: string; refuse: () => void }

/**
 * Admits requests with a body and reads the bodies. A body counts with its declared length as soon as
 * its request arrives. Above the total limit, the network with the most bytes is rejected: a visitor's
 * form is small and arrives at once, so unfinished forms cannot lock others out.
 */
export function createBodies({ each, together }: BodyLimits) {
  const bodies = new Map<IncomingMessage, Body>()
  let total = 0

  const release = (request: IncomingMessage) => {
    total -= bodies.get(request)?.bytes ?? 0
    bodies.delete(request)
  }

  /** The oldest body of the network with the most bytes, unless that is the given network. */
  const findHeavier = (network: string): Body | undefined => {
    const sums = new Map<string, number>()
    for (const { network: of, bytes } of bodies.values()) sums.set(of, (sums.get(of) ?? 0) + bytes)
    const most = Math.max(...sums.values())
    if (sums.get(network) === most) return undefined
    return [...bodies.values()].find((body) => sums.get(body.network) === most)
  }

  return {
    /** Returns false if there is no room and no other network has more bytes. */
    admit: (request: IncomingMessage, address: string): boolean => {
      const [{ network } = { network: '' }] = networksOf(address)
      const declared = Number(request.headers['content-length'] ?? each)
      const bytes = declared <= each ? declared : 0
      bodies.set(request, { bytes, network, refuse: () => release(request) })
      total += bytes
      request.once('close', () => release(request))
      while (total > together) {
        const heavier = findHeavier(network)
        if (!heavier) {
          release(request)
          // Discard what has arrived already.
          request.resume()
          return false
        }
        heavier.refuse()
      }
      return true
    },
    /** Reads the body of an admitted request. */
    read: (request: IncomingMessage): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        const body = bodies.get(request)
        if (!body) return reject(new Overloaded())
        const chunks: Buffer[] = []
        let length = 0
        const end = (settle: () => void) => {
          request.off('data', onData)
          release(request)
          settle()
          // Free the memory: the request may stay open for a while.
          chunks.length = 0
        }
        const onData = (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > each) end(() => reject(tooLarge()))
        }
        body.refuse = () => end(() => reject(new Overloaded()))
        if (Number(request.headers['content-length']) > each) return end(() => reject(tooLarge()))
        request.on('data', onData)
        request.once('end', () => end(() => resolve(Buffer.concat(chunks))))
        request.once('error', (error) => end(() => reject(error)))
        request.once('close', () => end(() => reject(new Error('The request was aborted.'))))
      }),
  }
}

function tooLarge(): Error {
  return Object.assign(new Error('The body is too large.'), { statusCode: 413 })
}
