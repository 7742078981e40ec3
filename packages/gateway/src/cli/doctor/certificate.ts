import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import type { MailServerAddress } from '../../delivery/mail-server.ts'
import { formatLength, formatMoment } from '../terminal/time.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'certificate'
const TIMEOUT_MS = 10_000
const EXPIRES_SOON_MS = 14 * 86_400_000
const LAST_LINE = /^\d{3}(?: .*)?\r?\n$/m
const RENEW = 'Renew it, or ask your mail provider. Delivery stops when it expires.'

/** Returns the expiry time of a mail server's certificate; undefined if there is none. */
export async function readCertificateEnd({
  host,
  port,
  isImplicitTls,
}: MailServerAddress): Promise<number | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  // Read invalid certificates as well: the mail library validates them.
  const tlsOptions = { rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) }
  let socket: Socket | undefined
  try {
    socket = connect({ host, port, signal })
    socket.on('error', () => {})
    await once(socket, 'connect', { signal })
    if (!isImplicitTls) await startTls(socket, signal)
    const secured = tlsConnect({ socket, ...tlsOptions })
    secured.on('error', () => {})
    await once(secured, 'secureConnect', { signal })
    return expiryOf(secured)
  } catch {
    return undefined
  } finally {
    socket?.destroy()
  }
}

function expiryOf(socket: TLSSocket): number | undefined {
  const end = Date.parse(socket.getPeerCertificate().valid_to ?? '')
  return Number.isNaN(end) ? undefined : end
}

/** Starts an SMTP session, up to the point where TLS begins (STARTTLS). */
async function startTls(socket: Socket, signal: AbortSignal): Promise<void> {
  await readReply(socket, signal)
  socket.write('EHLO localhost\r\n')
  await readReply(socket, signal)
  socket.write('STARTTLS\r\n')
  const reply = await readReply(socket, signal)
  if (!reply.startsWith('220')) throw new Error(reply)
}

async function readReply(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = ''
  while (!LAST_LINE.test(text)) {
    const [chunk] = await once(socket, 'data', { signal })
    text += chunk
  }
  return text
}

export function evaluateCertificate(server: string, end: number, now: number): Finding {
  const left = end - now
  const until = formatMoment(end)
  if (left < 0) return failed(CHECK, `${server}: expired ${until}`, RENEW)
  const found = `${server}: valid until ${until}, ${formatLength(left)} from now`
  return left < EXPIRES_SOON_MS ? warning(CHECK, found, RENEW) : ok(CHECK, found)
}
