import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { GatewayContext } from '../context.ts'
import { domainOf, isAddress, stripPlusTag } from '../delivery/address.ts'
import { newNoticesOf } from '../delivery/events.ts'
import { MISSING_SERVER } from '../delivery/transports/open-transports.ts'
import { secondsLeftInHour } from '../http/rate-limit.ts'
import { createThrottledLog } from '../log.ts'
import { isAllowed, type Origin } from '../origins.ts'
import {
  ACCOUNT_FIELD,
  CAPTCHA_DUPLICATE,
  CAPTCHA_MISSING,
  EMAIL_FIELD,
  FORBIDDEN,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
  MESSAGE_FIELD,
  MIN_FILL_SECONDS,
  NAME_FIELD,
  NON_BROWSER_DISABLED,
  OK,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  TEMPLATE_FIELD,
  TOO_MANY_REQUESTS,
} from '../protocol.ts'
import {
  type Accepted,
  type IdempotencyKey,
  lookUp,
  newMessageId,
} from '../store/accept-message.ts'
import { noCaptcha, type Verdict } from './captcha.ts'
import { type Submission, textIn } from './parse.ts'
import { type HttpResult, reject } from './rejection.ts'
import { createSiteQuota } from './site-quota.ts'

const ACCEPTED: HttpResult = { status: 200, text: OK, reason: 'accepted' }
const DUPLICATE: HttpResult = { ...ACCEPTED, reason: 'duplicate' }
const OVER_QUOTA = 'site rate limit exceeded'
const OVER_LIMIT = reject(429, TOO_MANY_REQUESTS, 'site-rate-limited')
const BLOCKED = reject(403, FORBIDDEN, 'blocked')
const CAPTCHA_USED_UP = reject(400, CAPTCHA_DUPLICATE, 'captcha-spent')

/** The sender of a request: the page by its origin, the network by a hash of its address. */
type Sender = { origin: Origin | undefined; networkKey: string }

/** Handles a submission from the parsed request to the response. Status 200 means: it is on disk. */
export type AcceptSubmission = (submission: Submission, sender: Sender) => Promise<HttpResult>

export function createAcceptSubmission(context: GatewayContext): AcceptSubmission {
  const { accounts, clock, configuration, log, metrics, store } = context
  const throttledLog = createThrottledLog(log, clock)
  const siteQuota = createSiteQuota(configuration.RATE_LIMIT_PER_SITE)

  return async (received, { origin, networkKey }) => {
    const account = accounts.get(received.account)
    if (!account) return rejectAccount(received)
    const submission = withOwnNames(received, account)
    const success = (result: HttpResult): HttpResult =>
      account.redirects.has(submission.redirect)
        ? { ...result, redirect: submission.redirect }
        : result
    const isTrusted = verifyApiKey(submission, account)
    const error = checkOrigin(account, origin, isTrusted) ?? validateSubmission(submission, account)
    if (error) return error
    const visitor = textIn(submission.variables, EMAIL_FIELD)
    const now = clock()
    const identity = idempotencyKeyOf(submission, networkKey, now)
    const known = await lookUp(store.db, {
      key: identity.key,
      now,
      account: account.publicKey,
      address: visitor && stripPlusTag(visitor),
    })
    if (known.includes('blocked')) return BLOCKED
    // Before the captcha, because a repeat has one that the message has spent.
    if (known.includes('duplicate')) return success(DUPLICATE)

    const verdict = await checkCaptcha(account, submission, { origin, isTrusted, now })
    if (verdict.kind === 'refused') return reject(400, verdict.text, verdict.reason)
    if (verdict.kind === 'unknown') {
      throttledLog('error', 'captcha not verified', { reason: verdict.reason })
    }

    const isDoubtful = verdict.kind === 'suspect' || verdict.kind === 'unknown'
    const suspicions = [...spamSignals(submission), ...(isDoubtful ? [verdict.reason] : [])]
    const quota = siteQuota.take(account.publicKey, suspicions.length > 0, now)
    if (quota.permission === 'reject')
      return { ...OVER_LIMIT, retryAfterSeconds: secondsLeftInHour(now) }
    const isOverQuota = quota.permission === 'hold' && suspicions.length === 0
    const reasons = isOverQuota ? [OVER_QUOTA] : suspicions
    const id = newMessageId(now)
    const transport = account.services.get(submission.service) ?? ''
    const message = {
      id,
      kind: 'message' as const,
      account: account.publicKey,
      service: submission.service,
      transport,
      template: submission.template,
      sender: visitor.toLowerCase(),
      reason: reasons.length > 0 ? reasons.join(', ') : null,
      mayReply: isAutoReplyAllowed(account, verdict, reasons, isTrusted),
      mailDomain: domainOf(account.sender.from),
      variables: submission.variables,
      now,
    }
    const captcha = verdict.kind === 'passed' ? verdict.once : undefined
    let accepted: Accepted | undefined
    try {
      const events = message.reason ? [] : newNoticesOf(message, account)
      accepted = await store.accept({ identity, captcha, message, events })
    } finally {
      if (accepted !== 'stored') quota.release()
    }
    if (accepted === 'captcha-spent') return CAPTCHA_USED_UP
    if (accepted === 'duplicate') return success(DUPLICATE)
    metrics.accepted.inc()
    if (message.reason) log.info({ id, reason: message.reason }, 'message held')
    else log.info({ id }, 'message accepted')
    if (!message.reason && !context.transports.has(transport)) {
      throttledLog('warn', 'mail server missing', MISSING_SERVER)
    }
    context.wake()
    // A held message gets the same response, so that a bot does not learn what to change.
    return success(ACCEPTED)
  }
}

/** Gives the fields of a site's form the names that this gateway reads and its templates use. */
function withOwnNames(submission: Submission, { fields }: Account): Submission {
  if (fields.size === 0) return submission
  const variables = { ...submission.variables }
  for (const [name, theirs] of fields) {
    const value = variables[theirs]
    if (typeof value !== 'string') continue
    delete variables[theirs]
    variables[name] = value
  }
  return { ...submission, variables }
}

/** Whether the sender knows the account's private key. Compares in constant time. */
function verifyApiKey({ privateKey: given }: Submission, { privateKey }: Account): boolean {
  if (!given || !privateKey) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(privateKey))
}

function checkOrigin(account: Account, origin: Origin | undefined, isTrusted: boolean) {
  if (isTrusted) return undefined
  if (!origin) return reject(403, NON_BROWSER_DISABLED, 'origin-required')
  return isAllowed(origin, account) ? undefined : reject(403, FORBIDDEN, 'origin')
}

type CaptchaContext = { origin: Origin | undefined; isTrusted: boolean; now: number }

async function checkCaptcha(
  { captcha }: Account,
  { captcha: token, score: scoreToken, version }: Submission,
  { origin, isTrusted, now }: CaptchaContext,
): Promise<Verdict> {
  if (isTrusted || captcha === noCaptcha) return { kind: 'passed' }
  if (token) return captcha.verify({ token, scoreToken, hostname: origin?.hostname, now })
  // A visitor without JavaScript cannot solve a captcha.
  if (!version) return { kind: 'suspect', reason: 'sent without JavaScript' }
  return { kind: 'refused', text: CAPTCHA_MISSING, reason: 'captcha-missing' }
}

/** Only if a captcha verified a person, and the message has no spam signal. */
function isAutoReplyAllowed(
  account: Account,
  verdict: Verdict,
  reasons: string[],
  isTrusted: boolean,
) {
  const isVerified = verdict.kind === 'passed' && account.captcha !== noCaptcha && !isTrusted
  return account.autoReply !== undefined && isVerified && reasons.length === 0
}

const KEY_TTL_SECONDS = 7 * 86_400
/** A browser that repeats a POST by itself does so at once. */
const KEY_TTL_WITHOUT_ID_SECONDS = 60

/**
 * Returns the idempotency key of a submission: browsers repeat a POST by themselves when a connection
 * breaks, and visitors press the button again.
 *
 * The page sends an id per message (`submission_id`). The content is part of the key: corrected text
 * under an old id is another message. Without an id, the same content from the same network within a
 * minute is a repeat, and from another network a message of another sender.
 */
export function idempotencyKeyOf(
  submission: Submission,
  networkKey: string,
  now: number,
): IdempotencyKey {
  const { account, service, template, submissionId, variables } = submission
  const fields = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))
  const sender = submissionId || networkKey
  const hash = createHash('sha256')
    .update(JSON.stringify([account, service, template, sender, fields]))
    .digest('base64url')
  const seconds = submissionId ? KEY_TTL_SECONDS : KEY_TTL_WITHOUT_ID_SECONDS
  return { key: `submission:${hash}`, expiresAt: now + seconds * 1000 }
}

const MAX_LENGTHS = {
  [NAME_FIELD]: MAX_NAME_LENGTH,
  [EMAIL_FIELD]: MAX_EMAIL_LENGTH,
  [SUBJECT_FIELD]: MAX_SUBJECT_LENGTH,
}

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u
const HELP = 'See docs/operating.md'

/** Rejects a submission whose account does not exist. */
function rejectAccount({ account }: Submission): HttpResult {
  if (!account) return required(ACCOUNT_FIELD)
  return reject(400, `The Public Key is invalid. ${HELP}`, 'account-unknown')
}

/** Returns the first validation error of a submission; undefined if it is valid. */
function validateSubmission(submission: Submission, account: Account): HttpResult | undefined {
  const { service, template, variables } = submission
  if (!service) return required(SERVICE_FIELD)
  if (!template) return required(TEMPLATE_FIELD)
  if (!account.services.has(service)) {
    return reject(400, `The service ID not found. ${HELP}`, 'service-unknown')
  }
  if (!account.templates.has(template)) {
    return reject(400, `The template ID not found. ${HELP}`, 'template-unknown')
  }
  for (const [name, length] of Object.entries(MAX_LENGTHS)) {
    if ([...textIn(variables, name)].length > length) {
      return reject(400, `The ${name} parameter is too long`, 'too-long')
    }
  }
  for (const name of Object.keys(MAX_LENGTHS)) {
    if (CONTROL_CHARACTER.test(textIn(variables, name))) {
      return reject(400, 'A parameter holds a line break where none may be', 'line-break')
    }
  }
  const email = textIn(variables, EMAIL_FIELD)
  if (email && !isAddress(email)) {
    return reject(400, `The ${EMAIL_FIELD} parameter is not one e-mail address`, 'email-invalid')
  }
  if (account.isMessageRequired && variables[MESSAGE_FIELD] === undefined) {
    return required(MESSAGE_FIELD)
  }
  return undefined
}

function required(name: string): HttpResult {
  return reject(400, `The ${name} parameter is required`, 'parameter-missing')
}

/** Signs that a bot sent the message. Such a message is held for the owner to judge. */
function spamSignals({ honeypot, fillSeconds }: Submission): string[] {
  const reasons: string[] = []
  if (honeypot) reasons.push('honeypot filled')
  // Only the page sends the time; an EmailJS client may omit it.
  if (fillSeconds !== '' && !(Number(fillSeconds) >= MIN_FILL_SECONDS))
    reasons.push('filled too fast')
  return reasons
}
