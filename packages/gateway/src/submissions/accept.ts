import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Account } from '../account.ts'
import type { Configuration } from '../configuration.ts'
import type { Log } from '../log.ts'
import { BLOCKED_SENDER, type NewMessage, newMessageId } from '../message.ts'
import {
  CAPTCHA_DUPLICATE,
  CAPTCHA_MISSING,
  EMAIL_FIELD,
  OK,
  TOO_MANY_REQUESTS,
} from '../protocol.ts'
import {
  type Accepted,
  type IdempotencyKey,
  isSenderBlocked,
  isStored,
} from '../store/accept-message.ts'
import type { Store } from '../store/store.ts'
import type { Captcha, Verdict } from './captcha.ts'
import { createLimits, secondsLeftInHour } from './limits.ts'
import { heldWords, spamSignals, textSignals } from './spam-signals.ts'
import {
  type HttpResult,
  reject,
  type Submission,
  textIn,
  validateSubmission,
  withOwnNames,
} from './submission.ts'

const ACCEPTED: HttpResult = { status: 200, text: OK, reason: 'accepted' }
const DUPLICATE: HttpResult = { ...ACCEPTED, reason: 'duplicate' }
const OVER_QUOTA = 'site rate limit exceeded'
const MAX_PAGE_LENGTH = 300
const WRONG_KEY = reject(403, 'The Private Key is invalid', 'private-key-invalid')
const NO_PROGRAMS = reject(
  403,
  'API access from non-browser environments is currently disabled',
  'origin-required',
)
const CAPTCHA_USED_UP = reject(400, CAPTCHA_DUPLICATE, 'captcha-spent')

/** What the handling of submissions needs of the gateway. */
type SubmissionContext = {
  configuration: Configuration
  account: Account
  captcha: Captcha | undefined
  store: Store
  log: Log
  clock: () => number
  /** Wakes the delivery: a message is due, or a notice of it. */
  wake: () => void
}

/** The sender of a request. */
type Sender = {
  /** The host name of the visitor's page; undefined for a program. */
  hostname: string | undefined
  network: string
  /** The page with the form. */
  page: string | undefined
}

/** Handles a submission from the parsed request to the response. Status 200 means: it is on disk. */
export type AcceptSubmission = (submission: Submission, sender: Sender) => Promise<HttpResult>

/** Makes the handler. Its checks run from the cheapest to the most expensive. The gateways on a database share `secret`. */
export function createAcceptSubmission(
  context: SubmissionContext,
  secret: string,
): AcceptSubmission {
  const { account, captcha, clock, configuration, log, store } = context
  const limits = createLimits(configuration)

  return async (received, sender) => {
    const now = clock()
    const submission = withOwnNames(received, account.fields)
    const isTrusted = verifyApiKey(submission, configuration)
    const error =
      rejectProgram(submission, sender, isTrusted) ?? validateSubmission(submission, account)
    if (error) return error
    const identity = idempotencyKeyOf(submission, { network: sender.network, secret }, now)
    // Before the captcha: a repeat has the token of the first request, which is used up.
    if (await isStored(store.db, identity.key, now)) return succeed(DUPLICATE, submission)
    const network = isTrusted ? undefined : sender.network
    if (limits.isOver(network, now)) return overLimit('ip-rate-limited', now)
    const verdict = await checkCaptcha(submission, sender, isTrusted)
    if (verdict.kind === 'refused') return reject(400, verdict.text, verdict.reason)
    const visitor = textIn(submission.variables, EMAIL_FIELD)
    const isBlocked = visitor !== '' && (await isSenderBlocked(store.db, visitor))
    const suspicions = suspicionsOf(submission, verdict, isBlocked)
    const solved = verdict.kind === 'passed' ? verdict.once : undefined
    const { permission, release } = limits.take({
      network,
      isSuspicious: suspicions.length > 0,
      // Each message of a flood with solved captchas costs its sender time, and a limit would refuse other visitors.
      mayExceed: solved !== undefined && store.hasRoom(),
      now,
    })
    if (permission !== 'deliver' && permission !== 'hold') return overLimit(permission, now)
    const isOverQuota = permission === 'hold' && suspicions.length === 0
    const reasons = isOverQuota ? [OVER_QUOTA] : suspicions
    const message: NewMessage = {
      id: newMessageId(now),
      template: submission.template,
      sender: visitor.toLowerCase(),
      reason: reasons.length > 0 ? reasons.join(', ') : null,
      mayReply: mayReply(verdict, isTrusted) && reasons.length === 0,
      from: account.sender.from,
      page: sender.page?.replace(/[?#].*/s, '').slice(0, MAX_PAGE_LENGTH),
      variables: submission.variables,
      now,
    }
    let accepted: Accepted | undefined
    try {
      accepted = await store.accept({ identity, captcha: solved, message })
    } finally {
      if (accepted !== 'stored') release?.()
    }
    if (accepted === 'captcha-spent') return CAPTCHA_USED_UP
    if (accepted === 'duplicate') return succeed(DUPLICATE, submission)
    const { id, reason } = message
    log.info({ id, ...(reason && { reason }) }, reason ? 'message held' : 'message accepted')
    context.wake()
    // A held message gets the same response, so that a bot does not learn what to change.
    return succeed(ACCEPTED, submission)
  }

  async function checkCaptcha(
    { captcha: token, score: scoreToken, version }: Submission,
    { hostname }: Sender,
    isTrusted: boolean,
  ): Promise<Verdict> {
    if (isTrusted || !captcha) return { kind: 'passed' }
    if (token) return captcha.verify({ token, scoreToken, hostname, now: clock() })
    // A visitor without JavaScript cannot solve a captcha.
    if (!version) return { kind: 'suspect', reason: 'sent without JavaScript' }
    return { kind: 'refused', text: CAPTCHA_MISSING, reason: 'captcha-missing' }
  }

  function suspicionsOf(submission: Submission, verdict: Verdict, isBlocked: boolean): string[] {
    return [
      ...(isBlocked ? [BLOCKED_SENDER] : []),
      ...spamSignals(submission),
      ...(configuration.HOLD_SPAM ? textSignals(submission) : []),
      ...heldWords(submission, configuration.HOLD_WORDS),
      ...(verdict.kind === 'suspect' ? [verdict.reason] : []),
    ]
  }

  /** An automatic reply needs a captcha that verified a person. */
  function mayReply(verdict: Verdict, isTrusted: boolean): boolean {
    return account.autoReply !== undefined && verdict.kind === 'passed' && !isTrusted
  }

  /** Redirects the browser to the page that the form names, if it is one of the site. */
  function succeed(result: HttpResult, { redirect }: Submission): HttpResult {
    return account.redirects.includes(redirect) ? { ...result, redirect } : result
  }
}

function overLimit(reason: string, now: number): HttpResult {
  const retryAfterSeconds = secondsLeftInHour(now)
  return { ...reject(429, TOO_MANY_REQUESTS, reason), retryAfterSeconds }
}

/** Whether the sender knows the account's private key. Compares in constant time. */
function verifyApiKey({ privateKey: given }: Submission, { PRIVATE_KEY }: Configuration): boolean {
  if (!given || !PRIVATE_KEY) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(PRIVATE_KEY))
}

/** Rejects a program that does not know the private key. */
function rejectProgram({ privateKey }: Submission, { hostname }: Sender, isTrusted: boolean) {
  if (isTrusted || hostname !== undefined) return undefined
  return privateKey ? WRONG_KEY : NO_PROGRAMS
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
 * minute is a repeat, and from another network a message of another sender. The secret keeps the network from who
 * reads the database.
 */
export function idempotencyKeyOf(
  { template, submissionId, variables }: Submission,
  { network, secret }: { network: string; secret: string },
  now: number,
): IdempotencyKey {
  const fields = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))
  const sender = submissionId || network
  const hash = createHmac('sha256', secret)
    .update(JSON.stringify([template, sender, fields]))
    .digest('base64url')
  const seconds = submissionId ? KEY_TTL_SECONDS : KEY_TTL_WITHOUT_ID_SECONDS
  return { key: `submission:${hash}`, expiresAt: now + seconds * 1000 }
}
