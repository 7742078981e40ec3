import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { DEFAULT_SERVICE } from 'reward-codes-protocol/defaults'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from 'reward-codes-protocol/fields'
import type { Account } from '../../accounts.ts'
import { domainOf } from '../../delivery/address.ts'
import { composeMail, type MailSource } from '../../delivery/compose.ts'
import {
  classifyFailure,
  isCertificateError,
  type MailServerAddress,
  parseMailServer,
} from '../../delivery/smtp.ts'
import type { Transport } from '../../delivery/transport.ts'
import { newMessageId } from '../../store/accept-message.ts'
import { formatLength, formatMoment } from '../terminal/time.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'mail server'

/** Checks the session with a mail server up to the login. */
export async function checkMailServer(
  variable: string,
  { location, isReal, verify }: Transport,
  address: string | undefined,
  now: number,
): Promise<Finding[]> {
  if (!isReal || !address) {
    const advice = `Set it in .env, such as ${variable}=smtps://name:password@mail.example.com`
    return [warning(CHECK, `not set: mails are written as ${location}`, advice)]
  }
  const url = new URL(address)
  const server = parseMailServer(address)
  const isEncrypted = server.isImplicitTls || !server.isLocal
  const end = isEncrypted ? await readCertificateEnd(server) : undefined
  const certificate = end === undefined ? [] : [evaluateCertificate(location, end, now)]
  const mismatch = end === undefined ? await findMismatch(server) : undefined
  if (mismatch) return [mismatchFinding(mismatch, location, url, variable)]
  try {
    await verify()
    const login = url.username ? 'accepts the login' : 'responds; no login is set'
    return [...certificate, ok(CHECK, `${location} ${login}`)]
  } catch (error) {
    const { reply } = classifyFailure(error)
    return [...certificate, failed(CHECK, `${location}: ${reply}`, adviceFor(error, variable))]
  }
}

function mismatchFinding(mismatch: Mismatch, location: string, url: URL, variable: string) {
  const rest = url.port ? `…:${url.port}` : '…'
  const { condition, advice } = {
    plain: {
      condition: 'but without TLS from the first byte',
      advice:
        `Set ${variable} to smtp://${rest}, which uses STARTTLS as on ports 587 and 25, ` +
        'or use the port for smtps://, usually 465.',
    },
    tls: {
      condition: 'but only with TLS from the first byte',
      advice: `Set ${variable} to smtps://${rest} (port 465), or use the port for smtp://, usually 587.`,
    },
  }[mismatch]
  return failed(CHECK, `${location}: the server responds, ${condition}`, advice)
}

function adviceFor(error: unknown, variable: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (isCertificateError(message)) {
    return `The host in ${variable} must match the certificate, and the certificate must be valid.`
  }
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return (
        `The server rejected the name or password in ${variable}. Percent-encode # / ? : @ % as ` +
        '%23 %2F %3F %3A %40 %25. Some providers require an app password.'
      )
    case 'EDNS':
      return `Host not found. Check ${variable} for a typo.`
    case 'ETLS':
      return `The server does not offer STARTTLS. Should ${variable} be smtps:// with port 465?`
    case 'ETIMEDOUT':
    case 'ESOCKET':
    case 'ECONNECTION':
      return `No response. Check the port in ${variable}. Many hosts block ports 25, 465 and 587.`
    default:
      return `This is the server's response to the settings in ${variable}.`
  }
}

const TEST_MAIL_TIMEOUT_MS = 120_000

/** Sends a mail to the owner in the same way as visitors' messages. */
export async function sendTestMail(
  accounts: Map<string, Account>,
  transports: Map<string, Transport>,
  now: number,
  /** The variables of mail servers that failed their check. */
  broken: ReadonlySet<string> = new Set(),
): Promise<Finding> {
  const account = [...accounts.values()].find(({ isOwnSite }) => isOwnSite)
  const [template] = account?.templates.values() ?? []
  const variable = account?.services.get(DEFAULT_SERVICE)
  const transport = transports.get(variable ?? '')
  if (!account || !template || !transport || !variable) {
    const advice = 'The test mail needs a page with a contact section.'
    return warning('test mail', 'no recipient', advice)
  }
  if (broken.has(variable)) {
    return warning('test mail', 'not sent', `Fix the mail server in ${variable} first: see above.`)
  }
  const message = testMessage(account, now)
  const mail = composeMail(message, template, account.sender)
  try {
    const { reply, refusals } = await transport.send(
      mail,
      message.id,
      AbortSignal.timeout(TEST_MAIL_TIMEOUT_MS),
    )
    if (refusals.length > 0) {
      const list = refusals.map((one) => `${one.address}: ${one.reply}`).join('; ')
      return failed(
        'test mail',
        `rejected: ${list}`,
        'Correct MAIL_TO, or cc and bcc of the template.',
      )
    }
    const found = `to ${account.sender.to.join(', ')}; ${transport.location} responded: ${reply}`
    if (transport.isReal) return ok('test mail', found)
    return warning('test mail', reply, `It was only written to a file: ${variable} is not set.`)
  } catch (error) {
    const { reply } = classifyFailure(error)
    return failed(
      'test mail',
      `${transport.location} responded: ${reply}`,
      adviceFor(error, variable),
    )
  }
}

function testMessage({ sender }: Account, now: number): MailSource {
  const id = `test-${newMessageId(now)}`
  return {
    id,
    template_params: JSON.stringify({
      [NAME_FIELD]: 'npm run doctor',
      [EMAIL_FIELD]: sender.to[0] ?? '',
      [SUBJECT_FIELD]: 'Test mail',
      [MESSAGE_FIELD]: 'Messages from visitors reach you, and look like this mail.',
    }),
    message_id_header: `<${id}@${domainOf(sender.from)}>`,
    received_at: now,
  }
}

const CERTIFICATE_TIMEOUT_MS = 10_000
const EXPIRES_SOON_MS = 14 * 86_400_000
const LAST_LINE = /^\d{3}(?: .*)?\r?\n$/m
const RENEW = 'Renew it, or ask your mail provider. Delivery stops when it expires.'

/** Returns the expiry time of a mail server's certificate; undefined if there is none. */
export async function readCertificateEnd({
  host,
  port,
  isImplicitTls,
}: MailServerAddress): Promise<number | undefined> {
  const signal = AbortSignal.timeout(CERTIFICATE_TIMEOUT_MS)
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
    const end = Date.parse(secured.getPeerCertificate().valid_to ?? '')
    return Number.isNaN(end) ? undefined : end
  } catch {
    return undefined
  } finally {
    socket?.destroy()
  }
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

export function evaluateCertificate(
  server: string,
  end: number,
  now: number,
  advice = RENEW,
): Finding {
  const left = end - now
  const until = formatMoment(end)
  if (left < 0) return failed('certificate', `${server}: expired ${until}`, advice)
  const found = `${server}: valid until ${until}, ${formatLength(left)} from now`
  return left < EXPIRES_SOON_MS ? warning('certificate', found, advice) : ok('certificate', found)
}

/** A server sends a greeting first, unless it waits for TLS. Most need far less time. */
const GREETING_MS = 5000
const GREETING = /^[245]\d\d[ -]/

/** What the port expects, contrary to its URL: no TLS at first (`plain`), or implicit TLS (`tls`). */
type Mismatch = 'plain' | 'tls'

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
