import type { Account } from '../../account.ts'
import { domainOf } from '../../address.ts'
import { composeMail, type MailSource } from '../../delivery/compose.ts'
import type { Handover, Transport } from '../../delivery/transport.ts'
import { describeFailure } from '../../delivery/transports/smtp-errors.ts'
import { newMessageId } from '../../message.ts'
import { ownCommand } from '../../own-command.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../protocol.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'mail server'

/** Reports that no mail server is set. */
export function missingMailServer(): Finding {
  const advice =
    'Follow a recipe for sending mail in node_modules/reward-codes/docs/operating.md, such as that for Gmail or ' +
    'for the mailbox of your host.'
  return warning(CHECK, 'not set: messages stay queued', advice)
}

/** Checks the session with a mail server up to the login. */
export async function checkMailServer(
  { location, verify, verifiesLogin }: Transport,
  user?: string,
): Promise<Finding> {
  const failure = await verify?.()
  if (failure) return failed(CHECK, `${location}: ${failure.reply}`, failure.advice ?? '')
  if (!verifiesLogin)
    return ok(CHECK, `${location} answers; a test mail shows whether the key is right`)
  const login = user ? 'accepts the login' : 'responds; no login is set'
  return ok(CHECK, `${location} ${login}`)
}

const TEST_MAIL_TIMEOUT_MS = 120_000

/** Sends a mail to the owner in the same way as visitors' messages. */
export async function sendTestMail(
  account: Account,
  transport: Transport | undefined,
  now: number,
): Promise<Finding> {
  const [template] = account.templates.values()
  if (!transport || !template) {
    return failed('test mail', 'not sent', 'Set up the mail server first: see above.')
  }
  const message = testMessage(account, now)
  const mail = composeMail(message, template, account.sender)
  const signal = AbortSignal.timeout(TEST_MAIL_TIMEOUT_MS)
  const handover: Handover = await transport
    .send(mail, signal)
    .catch((error) => describeFailure(error))
  const response = `${transport.location} responded: ${handover.reply}`
  if (handover.kind === 'sent') {
    return { ...ok('test mail', `to ${account.sender.to}; ${response}`), advice: VERDICT }
  }
  return failed('test mail', response, handover.advice ?? '')
}

const VERDICT =
  'Open its source (Gmail: Show original; Outlook: View message source). In the line Authentication-Results, spf, dkim ' +
  'and dmarc must say pass.'

function testMessage({ sender }: Account, now: number): MailSource {
  const id = `test-${newMessageId(now)}`
  return {
    id,
    template_params: JSON.stringify({
      [NAME_FIELD]: ownCommand('doctor'),
      [EMAIL_FIELD]: sender.to,
      [SUBJECT_FIELD]: 'Test mail',
      [MESSAGE_FIELD]: 'Messages from visitors reach you, and look like this mail.',
    }),
    message_id_header: `<${id}@${domainOf(sender.from)}>`,
    received_at: now,
  }
}
