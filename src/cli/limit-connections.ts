import type { Server, Socket } from 'node:net'
import { networksOf } from '../gateway/intake/network-address.ts'

/** A browser holds six. Many people may share one address, but nobody needs more lines than this. */
const MOST_OF_ONE_NETWORK = 256
/** Each costs memory and one of the files that a program may open, whoever holds it. */
const MOST_IN_ALL = 10_000
const THIS_MACHINE = ['127.0.0.1', networkOf('::1')]

/**
 * Hangs up on a network that holds too many connections at once. Behind a proxy all come from the
 * proxy, which may stand on this machine, and counting is up to it.
 */
export function limitConnections(
  server: Server,
  proxies: number,
  { most, trusted }: { most: number; trusted: string[] } = {
    most: MOST_OF_ONE_NETWORK,
    trusted: THIS_MACHINE,
  },
): void {
  server.maxConnections = MOST_IN_ALL
  if (proxies > 0) return
  const held = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (trusted.includes(network)) return
    const count = held.get(network) ?? 0
    if (count >= most) return socket.destroy()
    held.set(network, count + 1)
    socket.once('close', () => {
      const left = (held.get(network) ?? 1) - 1
      if (left > 0) held.set(network, left)
      else held.delete(network)
    })
  })
}

function networkOf(address: string): string {
  return networksOf(address)[0]?.network ?? ''
}
