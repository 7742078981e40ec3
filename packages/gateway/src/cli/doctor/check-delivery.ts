import type { Account } from '../../account.ts'
import { domainOf } from '../../address.ts'
import type { Configuration } from '../../configuration.ts'
import { composeMail } from '../../delivery/compose.ts'
import { postNotice } from '../../delivery/post-notice.ts'
import type { Handover, Transport } from '../../delivery/transport.ts'
import { describeFailure } from '../../delivery/transports/smtp-errors.ts'
import { newMessageId } from '../../message.ts'
import { ownCommand } from '../../own-command.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../protocol.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const CHECK = 'mail server'
const GUIDE = 'node_modules/reward-codes/docs/operating.md'

/** No mail server is set. */
export const MISSING = warning(
  CHECK,
  'not set: messages stay queued',
  `Follow a recipe for sending mail in ${GUIDE}, such as that for Gmail or for the mailbox of your host.`,
)

/** Checks the session with a mail server up to the login. */
export async function checkMailServer(
  { location, verify }: Transport,
  hasLogin: boolean,
): Promise<Finding> {
  const failure = await verify()
  if (failure) return failed(CHECK, `${location}: ${failure.reply}`, failure.advice ?? '')
  const login = hasLogin ? 'accepts the login' : 'responds; no login is set'
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
  const id = `test-${newMessageId(now)}`
  const fields = {
    [NAME_FIELD]: ownCommand('doctor'),
    [EMAIL_FIELD]: account.sender.to,
    [SUBJECT_FIELD]: 'Test mail',
    [MESSAGE_FIELD]: 'Messages from visitors reach you, and look like this mail.',
  }
  const message = {
    id,
    template_params: JSON.stringify(fields),
    message_id_header: `<${id}@${domainOf(account.sender.from)}>`,
    received_at: now,
  }
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

export const NOBODY_HEARS = `NOTICE_URL is not set: you hear that mail stands still from a timer with doctor alone (${GUIDE}).`

/** Names where notices go, and sends one for a test. */
export async function checkNotices(
  configuration: Configuration,
  { isSendingTest, now }: { isSendingTest: boolean; now: number },
): Promise<Finding> {
  const { NOTICE_URL: url } = configuration
  if (!url) return ok('notices', NOBODY_HEARS)
  const { host } = new URL(url)
  if (!isSendingTest) return ok('notices', `go to ${host}; --send-test sends one`)
  const notice = {
    id: `test-${newMessageId(now)}`,
    type: 'test',
    title: 'Test notice',
    text: 'Messages from visitors are reported here.',
    at: now,
    data: {},
    now,
  } as const
  const fault = await postNotice(notice, { ...configuration, url }, new AbortController().signal)
  if (!fault) return ok('notices', `${host} took a test`)
  const advice = `Check NOTICE_URL: does ${host} still take notices at this address?`
  return failed('notices', `${host}: ${fault}`, advice)
}
