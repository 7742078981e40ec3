import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { formatLength, formatMoment } from '../terminal/time.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'certificate'
const TIMEOUT_MS = 10_000
const SOON_MS = 14 * 86_400_000
const LAST_LINE = /^\d{3}(?: .*)?\r?\n$/m
const RENEW = 'Renew it, or ask your mail provider; mail stops when it ends.'

/** Until when a mail server's certificate holds; undefined where none is shown. */
export async function readCertificateEnd(address: string): Promise<number | undefined> {
  const url = new URL(address)
  const isWrapped = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (isWrapped ? 465 : 587)
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  // One that does not hold is read as well; whether it holds is the mail library's to say.
  const names = { rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) }
  let socket: Socket | undefined
  try {
    socket = connect({ host, port, signal })
    socket.on('error', () => {})
    await once(socket, 'connect', { signal })
    if (!isWrapped) await askForTls(socket, signal)
    const secured = tlsConnect({ socket, ...names })
    secured.on('error', () => {})
    await once(secured, 'secureConnect', { signal })
    return endOf(secured)
  } catch {
    return undefined
  } finally {
    socket?.destroy()
  }
}

function endOf(socket: TLSSocket): number | undefined {
  const end = Date.parse(socket.getPeerCertificate().valid_to ?? '')
  return Number.isNaN(end) ? undefined : end
}

/** The beginning of an SMTP conversation, up to where it goes on encrypted. */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  await answer(socket, signal)
  socket.write('EHLO localhost\r\n')
  await answer(socket, signal)
  socket.write('STARTTLS\r\n')
  const reply = await answer(socket, signal)
  if (!reply.startsWith('220')) throw new Error(reply)
}

async function answer(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = ''
  while (!LAST_LINE.test(text)) {
    const [chunk] = await once(socket, 'data', { signal })
    text += chunk
  }
  return text
}

export function judgeCertificate(place: string, end: number, now: number): Finding {
  const left = end - now
  const until = formatMoment(end)
  if (left < 0) return failed(CHECK, `${place}: ended ${until}`, RENEW)
  const found = `${place}: until ${until}, ${formatLength(left)} from now`
  return left < SOON_MS ? warning(CHECK, found, RENEW) : ok(CHECK, found)
}
