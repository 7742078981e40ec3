import type { Account } from '../../accounts.ts'
import { domainOf } from '../../delivery/address.ts'
import { composeMail, type MailSource } from '../../delivery/compose.ts'
import { classifyFailure, isCertificateError } from '../../delivery/smtp.ts'
import type { Transport } from '../../delivery/transport.ts'
import { ownCommand } from '../../own-command.ts'
import {
  DEFAULT_SERVICE,
  EMAIL_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SUBJECT_FIELD,
} from '../../protocol.ts'
import { newMessageId } from '../../store/accept-message.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'mail server'

/** Reports a mail server that is not set. */
export function missingMailServer(variable: string): Finding {
  const advice = `Set it in .env, such as ${variable}=smtps://name:password@mail.example.com`
  return warning(CHECK, 'not set: messages stay queued', advice)
}

/** Checks the session with a mail server up to the login. */
export async function checkMailServer(
  variable: string,
  { location, verify }: Transport,
  address = '',
): Promise<Finding> {
  try {
    await verify()
    const login = new URL(address).username ? 'accepts the login' : 'responds; no login is set'
    return ok(CHECK, `${location} ${login}`)
  } catch (error) {
    const { reply } = classifyFailure(error)
    return failed(CHECK, `${location}: ${reply}`, adviceFor(error, variable))
  }
}

/** OpenSSL read an SMTP greeting where it expected TLS. */
const PLAIN_TEXT = /wrong version number|packet length too long|record layer/i
/** The server waits for TLS, or drops the connection. */
const NO_GREETING = /greeting never received/i

function adviceFor(error: unknown, variable: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (isCertificateError(message)) {
    return `The host in ${variable} must match the certificate, and the certificate must be valid.`
  }
  if (PLAIN_TEXT.test(message)) {
    return (
      'The port expects no TLS with the first byte. ' +
      `Set ${variable} to smtp://, usually with port 587, or use the port for smtps://, usually 465.`
    )
  }
  if (NO_GREETING.test(message)) {
    return (
      'The port may expect TLS with the first byte. ' +
      `Set ${variable} to smtps://, usually with port 465, or use the port for smtp://, usually 587.`
    )
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
  if (!account || !template || !variable) {
    const advice = 'The test mail needs a page with a contact section.'
    return warning('test mail', 'no recipient', advice)
  }
  const transport = transports.get(variable)
  if (!transport || broken.has(variable)) {
    return warning('test mail', 'not sent', `Fix the mail server in ${variable} first: see above.`)
  }
  const message = testMessage(account, now)
  const mail = composeMail(message, template, account.sender)
  try {
    const { reply, refusals } = await transport.send(
      mail,
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
    const to = account.sender.to.join(', ')
    return ok('test mail', `to ${to}; ${transport.location} responded: ${reply}`)
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
      [NAME_FIELD]: ownCommand('doctor'),
      [EMAIL_FIELD]: sender.to[0] ?? '',
      [SUBJECT_FIELD]: 'Test mail',
      [MESSAGE_FIELD]: 'Messages from visitors reach you, and look like this mail.',
    }),
    message_id_header: `<${id}@${domainOf(sender.from)}>`,
    received_at: now,
  }
}
