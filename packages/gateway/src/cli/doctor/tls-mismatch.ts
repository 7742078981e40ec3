import { once } from 'node:events'
import { connect } from 'node:net'
import { readCertificateEnd } from './certificate.ts'

/** A server sends a greeting first, unless it waits for TLS. Most need far less time. */
const GREETING_MS = 5000
const GREETING = /^[245]\d\d[ -]/

/** What the port expects, contrary to its URL: no TLS at first (`plain`), or implicit TLS (`tls`). */
export type Mismatch = 'plain' | 'tls'

export async function findMismatch(
  address: string,
  greetingMs = GREETING_MS,
): Promise<Mismatch | undefined> {
  const { protocol, hostname, port } = new URL(address)
  const isImplicitTls = protocol === 'smtps:'
  const server = `${hostname}:${port || (isImplicitTls ? 465 : 587)}`
  const first = await readGreeting(server, greetingMs)
  if (first !== undefined) return isImplicitTls && GREETING.test(first) ? 'plain' : undefined
  if (isImplicitTls) return undefined
  return (await readCertificateEnd(`smtps://${server}`)) === undefined ? undefined : 'tls'
}

/** Reads the greeting of a server; undefined if none arrives in time, or nothing listens. */
async function readGreeting(server: string, timeout: number): Promise<string | undefined> {
  const { hostname, port } = new URL(`smtp://${server}`)
  const signal = AbortSignal.timeout(timeout)
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), signal })
  socket.on('error', () => {})
  try {
    const [chunk] = await once(socket, 'data', { signal })
    return String(chunk)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
