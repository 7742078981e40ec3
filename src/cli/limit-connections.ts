import type { Server } from 'node:http'
import { networksOf } from '../gateway/intake/network-address.ts'

/** A browser opens six, and an office of forty people may share one address. */
const MOST_PER_ADDRESS = 256
/** Far below what a small machine bears: see the rows of load in docs/trust.md. */
const MOST_IN_ALL = 10_000

/**
 * Ends connections beyond what honest visitors need, before a word was read from them. Behind a
 * proxy all come from one address, and counting visitors is the proxy's to do.
 */
export function limitConnections(server: Server, isBehindProxy: boolean): void {
  server.maxConnections = MOST_IN_ALL
  if (isBehindProxy) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const [household] = networksOf(socket.remoteAddress ?? '')
    const name = household?.network ?? ''
    const count = (open.get(name) ?? 0) + 1
    if (count > MOST_PER_ADDRESS) return socket.destroy()
    open.set(name, count)
    socket.once('close', () => {
      const left = (open.get(name) ?? 1) - 1
      if (left > 0) open.set(name, left)
      else open.delete(name)
    })
  })
}
