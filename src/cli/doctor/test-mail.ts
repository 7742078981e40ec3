import { type Account, serviceOf } from '../../gateway/accounts.ts'
import { domainOf } from '../../gateway/mail/address.ts'
import { composeMail } from '../../gateway/mail/compose.ts'
import { classifyFailure } from '../../gateway/mail/outcome.ts'
import type { MailTemplate } from '../../gateway/mail/template.ts'
import type { Transport } from '../../gateway/mail/transport.ts'
import type { Message } from '../../gateway/store/database.ts'
import { newMessageId } from '../../gateway/store/outbox.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../wire/fields.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { adviceFor } from './mail-server.ts'

const CHECK = 'test mail'
const TIMEOUT_MS = 120_000

/** Sends one mail to the owner on the very way that visitors' messages take. */
export async function sendTestMail(
  accounts: Map<string, Account>,
  transports: Map<string, Transport>,
  now: number,
): Promise<Finding> {
  const account = [...accounts.values()].find(({ isOwnSite }) => isOwnSite)
  const [template] = account?.templates.values() ?? []
  const variable = account && serviceOf(account, 'default_service')
  const transport = transports.get(variable ?? '')
  if (!account || !template || !transport || !variable) {
    const advice = 'A page with a contact section of its own is needed for it.'
    return warning(CHECK, 'there is nobody to send it to', advice)
  }
  const message = testMessage(account, template, now)
  const mail = composeMail(message, template, account.sender)
  try {
    const { reply } = await transport.send(mail, message.id, AbortSignal.timeout(TIMEOUT_MS))
    const found = `for ${account.sender.to}; ${transport.place} said: ${reply}`
    if (transport.isReal) return ok(CHECK, found)
    return warning(CHECK, reply, `It has not left this machine: ${variable} names no mail server.`)
  } catch (error) {
    const { reply } = classifyFailure(error)
    return failed(CHECK, `${transport.place} said: ${reply}`, adviceFor(error, variable))
  }
}

function testMessage({ publicKey, sender }: Account, { name }: MailTemplate, now: number): Message {
  const id = `test-${newMessageId(now)}`
  return {
    id,
    purpose: 'message',
    account: publicKey,
    service: '',
    template: name,
    sender: sender.to,
    may_reply: 0,
    variables: JSON.stringify({
      [NAME_FIELD]: 'npm run doctor',
      [EMAIL_FIELD]: sender.to,
      [SUBJECT_FIELD]: 'Test mail',
      [MESSAGE_FIELD]: "If you read this, visitors' messages reach you, and look like this mail.",
    }),
    mail_id: `<${id}@${domainOf(sender.from)}>`,
    state: 'queued',
    reason: null,
    received_at: now,
    queued_at: now,
    due_at: now,
    settled_at: null,
    attempt: 1,
    failures: 0,
    lease_until: 0,
  }
}
