import { EMAIL_FIELD } from '../../wire/fields.ts'
import {
  CAPTCHA_MISSING,
  CAPTCHA_SPENT,
  FORBIDDEN,
  NOT_FROM_PROGRAMS,
  OK,
  TOO_MANY_REQUESTS,
} from '../../wire/texts.ts'
import type { Account } from '../accounts.ts'
import type { Verdict } from '../captcha/captcha.ts'
import { noCaptcha } from '../captcha/captcha.ts'
import type { Gateway } from '../gateway.ts'
import { domainOf } from '../mail/address.ts'
import { isSpent } from '../store/once.ts'
import { announce, newMessageId } from '../store/outbox.ts'
import { type Answer, refuse } from './answer.ts'
import { findAccount, findFault } from './check-fields.ts'
import { countLoad, type Load, leftOfHour } from './limit.ts'
import { isAllowed, type Origin } from './origin.ts'
import { holdsKey } from './private-key.ts'
import type { Submission } from './read-submission.ts'
import { type Arrival, identityOf, storeMessage } from './store-message.ts'
import { isBlocked, suspicionsOf } from './suspicion.ts'

const ACCEPTED: Answer = { status: 200, text: OK, reason: 'accepted' }
const CAPTCHA_USED_UP = refuse(400, CAPTCHA_SPENT, 'captcha-spent')

/** Everything between a read request and its answer. 200 means: it is on the disk. */
export async function takeIn(
  gateway: Gateway,
  submission: Submission,
  origin: Origin | undefined,
): Promise<Answer> {
  const found = findAccount(gateway.accounts, submission)
  if (!found.ok) return found.answer
  const { account } = found
  const isTrusted = holdsKey(submission, account)
  const fault =
    refuseOrigin(account, origin, isTrusted) ??
    findFault(submission, account) ??
    refuseBlocked(gateway, submission)
  if (fault) return fault

  const now = gateway.clock()
  const identity = identityOf(submission, now)
  // Before the captcha: a repeat carries a token that has been spent by the first.
  if (await isSpent(gateway.store.db, identity.key, now)) return { ...ACCEPTED, reason: 'repeated' }

  const verdict = await judge(account, submission, { origin, isTrusted, now })
  if (verdict.kind === 'refused') return refuse(400, verdict.text, verdict.reason)
  if (verdict.kind === 'unknown') {
    gateway.logSeldom('error', 'a captcha could not be checked', { reason: verdict.reason })
  }
  const captcha = verdict.kind === 'passed' ? verdict.once : undefined
  // Before it is counted: one solution sent again and again must not use up the hour.
  if (captcha && (await isSpent(gateway.store.db, captcha.key, now))) return CAPTCHA_USED_UP
  const load = await countLoad(gateway, account.publicKey, verdict.kind === 'passed')
  if (load === 'flood') return refuseFlood(now)
  const reasons = reasonsToHold(submission, verdict, load)

  return store(gateway, {
    identity,
    captcha,
    message: {
      id: newMessageId(now),
      purpose: 'message',
      account: account.publicKey,
      service: submission.service,
      template: submission.template,
      sender: (submission.variables[EMAIL_FIELD] ?? '').toLowerCase(),
      reason: reasons.length > 0 ? reasons.join(', ') : null,
      mayReply: mayReply(account, verdict, reasons, isTrusted),
      mailDomain: domainOf(account.sender.from),
      variables: submission.variables,
      now,
    },
  })
}

/** A flood is counted by the hour. */
function refuseFlood(now: number): Answer {
  const retryAfterSeconds = Math.ceil(leftOfHour(now) / 1000)
  return { ...refuse(429, TOO_MANY_REQUESTS, 'flood'), retryAfterSeconds }
}

function refuseOrigin(account: Account, origin: Origin | undefined, isTrusted: boolean) {
  if (isTrusted) return undefined
  if (!origin) return refuse(403, NOT_FROM_PROGRAMS, 'not-a-browser')
  return isAllowed(origin, account) ? undefined : refuse(403, FORBIDDEN, 'origin')
}

function refuseBlocked({ configuration }: Gateway, submission: Submission) {
  const isRefused = isBlocked(submission, configuration.BLOCK_LIST)
  return isRefused ? refuse(403, FORBIDDEN, 'blocked') : undefined
}

type Circumstances = { origin: Origin | undefined; isTrusted: boolean; now: number }

async function judge(
  { captcha }: Account,
  { captcha: token, score: scoreToken, version }: Submission,
  { origin, isTrusted, now }: Circumstances,
): Promise<Verdict> {
  if (isTrusted || captcha === noCaptcha) return { kind: 'passed' }
  if (token) return captcha.verify({ token, scoreToken, hostname: origin?.hostname, now })
  // Without scripts there is nothing to solve a captcha with.
  if (!version) return { kind: 'suspect', reason: 'sent without scripts' }
  return { kind: 'refused', text: CAPTCHA_MISSING, reason: 'captcha-missing' }
}

function reasonsToHold(submission: Submission, verdict: Verdict, load: Load): string[] {
  const isDoubtful = verdict.kind === 'suspect' || verdict.kind === 'unknown'
  return [
    ...suspicionsOf(submission),
    ...(isDoubtful ? [verdict.reason] : []),
    ...(load === 'high' ? ['too many messages this hour'] : []),
  ]
}

/** Only to whom a captcha has shown to be a person, and nothing else has made suspect. */
function mayReply(account: Account, verdict: Verdict, reasons: string[], isTrusted: boolean) {
  const isShown = verdict.kind === 'passed' && account.captcha !== noCaptcha && !isTrusted
  return account.autoReply !== undefined && isShown && reasons.length === 0
}

async function store(gateway: Gateway, arrival: Arrival): Promise<Answer> {
  const { id, reason } = arrival.message
  const stored = await storeMessage(gateway.store, arrival)
  if (stored === 'captcha-spent') return CAPTCHA_USED_UP
  if (stored === 'repeated') return { ...ACCEPTED, reason: 'repeated' }
  gateway.tally.accepted += 1
  gateway.log(
    'info',
    reason ? 'message held' : 'message taken in',
    reason ? { id, reason } : { id },
  )
  gateway.wake()
  announce(gateway.store).catch(() => {})
  // Whoever was held is told nothing else: a program would learn what to change.
  return ACCEPTED
}
