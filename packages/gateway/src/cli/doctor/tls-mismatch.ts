import { once } from 'node:events'
import { connect } from 'node:net'
import type { MailServerAddress } from '../../delivery/mail-server.ts'
import { readCertificateEnd } from './certificate.ts'

/** A server sends a greeting first, unless it waits for TLS. Most need far less time. */
const GREETING_MS = 5000
const GREETING = /^[245]\d\d[ -]/

/** What the port expects, contrary to its URL: no TLS at first (`plain`), or implicit TLS (`tls`). */
export type Mismatch = 'plain' | 'tls'

export async function findMismatch(
  server: MailServerAddress,
  greetingMs = GREETING_MS,
): Promise<Mismatch | undefined> {
  const first = await readGreeting(server, greetingMs)
  if (first !== undefined) return server.isImplicitTls && GREETING.test(first) ? 'plain' : undefined
  if (server.isImplicitTls) return undefined
  const end = await readCertificateEnd({ ...server, isImplicitTls: true })
  return end === undefined ? undefined : 'tls'
}

/** Reads the greeting of a server; undefined if none arrives in time, or nothing listens. */
async function readGreeting(
  { host, port }: MailServerAddress,
  timeout: number,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeout)
  const socket = connect({ host, port, signal })
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
