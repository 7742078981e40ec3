import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from '../account.ts'
import { mailboxOf } from '../address.ts'
import type { Configuration } from '../configuration.ts'
import { createThrottledLog, type Log } from '../log.ts'
import { MISSING_SERVER } from '../mail-server.ts'
import { BLOCKED_SENDER, type NewMessage, newMessageId } from '../message.ts'
import { isAllowed, type Origin } from '../origins.ts'
import {
  CAPTCHA_DUPLICATE,
  CAPTCHA_MISSING,
  EMAIL_FIELD,
  FORBIDDEN,
  NON_BROWSER_DISABLED,
  OK,
  TOO_MANY_REQUESTS,
} from '../protocol.ts'
import { type Accepted, type IdempotencyKey, lookUp } from '../store/accept-message.ts'
import type { Store } from '../store/store.ts'
import type { Captcha, Verdict } from './captcha.ts'
import { type Submission, textIn } from './parse.ts'
import { type HttpResult, reject } from './rejection.ts'
import { createSiteQuota, secondsLeftInHour } from './site-quota.ts'
import { heldWords, spamSignals, textSignals } from './spam-signals.ts'
import { HELP, rejectAccount, validateSubmission, withOwnNames } from './validate.ts'

const ACCEPTED: HttpResult = { status: 200, text: OK, reason: 'accepted' }
const DUPLICATE: HttpResult = { ...ACCEPTED, reason: 'duplicate' }
const OVER_QUOTA = 'site rate limit exceeded'
const OVER_LIMIT = reject(429, TOO_MANY_REQUESTS, 'site-rate-limited')
export const NETWORK_OVER_LIMIT = reject(429, TOO_MANY_REQUESTS, 'ip-rate-limited')
const MAX_PAGE_LENGTH = 300
const WRONG_KEY = reject(403, `The Private Key is invalid. ${HELP}`, 'private-key-invalid')
const CAPTCHA_USED_UP = reject(400, CAPTCHA_DUPLICATE, 'captcha-spent')

/** What the handling of submissions needs of the gateway. */
export type SubmissionContext = {
  configuration: Configuration
  account: Account
  captcha: Captcha | undefined
  /** The ways out that are set. */
  outgoing: { transport: unknown }
  store: Store
  log: Log
  clock: () => number
  /** Tells the delivery that messages are due. */
  wake: () => void
  /** Tells the delivery that a message is held, so that its owner is notified. */
  review: () => void
}

/** The network of a sender, and what it may do in an hour. */
export type Network = {
  /** A hash that identifies it to the gateways on this database. */
  key: string
  /** Whether as many of its requests were refused as an hour may have. */
  isSuspect: boolean
  /** Counts a message, and returns what takes the count of one back that is not stored; undefined if it is one too many. */
  take: () => (() => void) | undefined
}

/** The sender of a request, and the page with its form. */
type Sender = { origin: Origin | undefined; network: Network; page: string | undefined }

/** Handles a submission from the parsed request to the response. Status 200 means: it is on disk. */
export type AcceptSubmission = (submission: Submission, sender: Sender) => Promise<HttpResult>

/** A submission on its way, with what the steps need to know of it. */
type Incoming = {
  account: Account
  submission: Submission
  sender: Sender
  /** Whether a program sent it that knows the private key. */
  isTrusted: boolean
  identity: IdempotencyKey
  now: number
}

/** What cost least to find out is a step before what costs more. */
export function createAcceptSubmission(context: SubmissionContext): AcceptSubmission {
  const { account, captcha, clock, configuration, log, store } = context
  const throttledLog = createThrottledLog(log)
  const siteQuota = createSiteQuota(configuration.RATE_LIMIT_PER_SITE)

  return async (received, sender) => {
    if (received.account !== account.publicKey) return rejectAccount(received)
    const now = clock()
    const submission = withOwnNames(received, account.fields)
    const identity = idempotencyKeyOf(submission, sender.network.key, now)
    const isTrusted = verifyApiKey(submission, account)
    const incoming = { account, submission, sender, isTrusted, identity, now }
    const error = checkOrigin(incoming) ?? validateSubmission(submission, account)
    if (error) return error
    // Before the captcha: that of a repeat is spent.
    const known = await recognize(incoming)
    if (known.includes('duplicate')) return succeed(DUPLICATE, incoming)
    // What others of its network sent stops nobody who can solve a captcha.
    const isProvable = isTrusted || (captcha && submission.captcha !== '')
    if (sender.network.isSuspect && !isProvable) return withWait(NETWORK_OVER_LIMIT, now)
    const verdict = await checkCaptcha(incoming, captcha)
    if (verdict.kind === 'refused') return reject(400, verdict.text, verdict.reason)
    return storeMessage(incoming, verdict, known.includes('blocked'))
  }

  /** Whether a message is stored already, and whether its sender is blocked. */
  function recognize({ account, submission, identity: { key }, now }: Incoming) {
    const visitor = textIn(submission.variables, EMAIL_FIELD)
    const address = visitor && mailboxOf(visitor)
    return lookUp(store.db, { key, now, account: account.publicKey, address })
  }

  async function storeMessage(
    incoming: Incoming,
    verdict: Exclude<Verdict, Refused>,
    isBlocked: boolean,
  ) {
    const { account, submission, identity, sender, now } = incoming
    const captcha = verdict.kind === 'passed' ? verdict.once : undefined
    const words = heldWords(submission, configuration.HOLD_WORDS)
    const suspicions = [
      ...(isBlocked ? [BLOCKED_SENDER] : []),
      ...spamSignals(submission),
      ...(configuration.HOLD_SPAM ? textSignals(submission) : []),
      ...words,
      ...doubtsOf(verdict),
    ]
    // A flood with solved captchas costs its sender; refused visitors would cost the owner.
    const mayExceed = captcha !== undefined && store.hasRoom()
    const takeBack = sender.network.take()
    if (!takeBack) return withWait(NETWORK_OVER_LIMIT, now)
    const quota = siteQuota.take(account.publicKey, suspicions.length > 0, now, mayExceed)
    if (quota.permission === 'reject') {
      takeBack()
      return withWait(OVER_LIMIT, now)
    }
    const isOverQuota = quota.permission === 'hold' && suspicions.length === 0
    const reasons = isOverQuota ? [OVER_QUOTA] : suspicions
    const message = newMessage(incoming, verdict, reasons)
    let accepted: Accepted | undefined
    try {
      accepted = await store.accept({ identity, captcha, message })
    } finally {
      if (accepted !== 'stored') {
        quota.release()
        takeBack()
      }
    }
    if (accepted === 'captcha-spent') return CAPTCHA_USED_UP
    if (accepted === 'duplicate') return succeed(DUPLICATE, incoming)
    report(message, verdict)
    if (!message.reason) context.wake()
    else if (!isBlocked) context.review()
    // A held message gets the same response, so that a bot does not learn what to change.
    return succeed(ACCEPTED, incoming)
  }

  function report({ id, reason }: NewMessage, verdict: Verdict) {
    if (reason) log.info({ id, reason }, 'message held')
    else log.info({ id }, 'message accepted')
    if (verdict.kind === 'unknown') {
      throttledLog('error', 'captcha not verified', { reason: verdict.reason })
    }
    if (!reason && !context.outgoing.transport) {
      throttledLog('warn', 'mail server missing', MISSING_SERVER)
    }
  }
}

function withWait(result: HttpResult, now: number): HttpResult {
  return { ...result, retryAfterSeconds: secondsLeftInHour(now) }
}

type Refused = Extract<Verdict, { kind: 'refused' }>

/** Leads the browser on, if the site's form asked for one of the site's pages. */
function succeed(result: HttpResult, { account, submission }: Incoming): HttpResult {
  const { redirect } = submission
  return account.redirects.has(redirect) ? { ...result, redirect } : result
}

/** The message as it is stored: held if there are reasons. */
function newMessage(
  { account, submission, sender, isTrusted, now }: Incoming,
  verdict: Verdict,
  reasons: string[],
): NewMessage {
  const { template, variables } = submission
  return {
    id: newMessageId(now),
    account: account.publicKey,
    template,
    sender: textIn(variables, EMAIL_FIELD).toLowerCase(),
    reason: reasons.length > 0 ? reasons.join(', ') : null,
    mayReply: isAutoReplyAllowed(account, verdict, reasons, isTrusted),
    from: account.sender.from,
    page: sender.page?.replace(/[?#].*/s, '').slice(0, MAX_PAGE_LENGTH),
    variables,
    now,
  }
}

function doubtsOf(verdict: Verdict): string[] {
  return verdict.kind === 'suspect' || verdict.kind === 'unknown' ? [verdict.reason] : []
}

/** Whether the sender knows the account's private key. Compares in constant time. */
function verifyApiKey({ privateKey: given }: Submission, { privateKey }: Account): boolean {
  if (!given || !privateKey) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(privateKey))
}

function checkOrigin({ account, submission, sender: { origin }, isTrusted }: Incoming) {
  if (isTrusted) return undefined
  if (!origin && submission.privateKey) return WRONG_KEY
  if (!origin) return reject(403, NON_BROWSER_DISABLED, 'origin-required')
  return isAllowed(origin, account) ? undefined : reject(403, FORBIDDEN, 'origin')
}

async function checkCaptcha(incoming: Incoming, captcha: Captcha | undefined): Promise<Verdict> {
  const { submission, sender, isTrusted, now } = incoming
  const { captcha: token, score: scoreToken, version } = submission
  if (isTrusted || !captcha) return { kind: 'passed' }
  const hostname = sender.origin?.hostname
  if (token) return captcha.verify({ token, scoreToken, hostname, now })
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
  const hasCaptcha = account.captcha.provider !== 'none'
  const isVerified = verdict.kind === 'passed' && hasCaptcha && !isTrusted
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
