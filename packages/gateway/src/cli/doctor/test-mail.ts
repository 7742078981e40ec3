import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from 'reward-codes-protocol/fields'
import { type Account, DEFAULT_SERVICE } from '../../accounts.ts'
import { domainOf } from '../../delivery/address.ts'
import { composeMail, type MailSource } from '../../delivery/compose.ts'
import { classifyFailure } from '../../delivery/smtp-error.ts'
import type { Transport } from '../../delivery/transport.ts'
import { newMessageId } from '../../store/accept-message.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { adviceFor } from './mail-server.ts'

const CHECK = 'test mail'
const TIMEOUT_MS = 120_000

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
    return warning(CHECK, 'no recipient', advice)
  }
  if (broken.has(variable)) {
    return warning(CHECK, 'not sent', `Fix the mail server in ${variable} first: see above.`)
  }
  const message = testMessage(account, now)
  const mail = composeMail(message, template, account.sender)
  try {
    const { reply, refusals } = await transport.send(
      mail,
      message.id,
      AbortSignal.timeout(TIMEOUT_MS),
    )
    if (refusals.length > 0) {
      const list = refusals.map((one) => `${one.address}: ${one.reply}`).join('; ')
      return failed(CHECK, `rejected: ${list}`, 'Correct MAIL_TO, or cc and bcc of the template.')
    }
    const found = `to ${account.sender.to.join(', ')}; ${transport.location} responded: ${reply}`
    if (transport.isReal) return ok(CHECK, found)
    return warning(CHECK, reply, `It was only written to a file: ${variable} is not set.`)
  } catch (error) {
    const { reply } = classifyFailure(error)
    return failed(CHECK, `${transport.location} responded: ${reply}`, adviceFor(error, variable))
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
