import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import plugin from 'fastify-plugin'
import { networksOf } from '../../submissions/networks.ts'

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
