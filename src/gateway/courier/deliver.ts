import { setTimeout } from 'node:timers/promises'
import { type Account, serviceOf } from '../accounts.ts'
import type { Gateway } from '../gateway.ts'
import { composeMail } from '../mail/compose.ts'
import { classifyFailure, type Failure, type Said } from '../mail/outcome.ts'
import type { MailTemplate } from '../mail/template.ts'
import type { Message } from '../store/database.ts'
import { settle, settleAndClaim } from '../store/outbox.ts'
import type { Busy } from '../store/queue.ts'
import type { Settlement } from '../store/settlement.ts'
import { countIn } from '../tally.ts'
import { queueAutoReply } from './auto-reply.ts'
import {
  ATTEMPT_SECONDS,
  backoffSeconds,
  FEWEST_TRIES,
  HORIZON_SECONDS,
  LEAST_SECONDS,
  OWNER_SECONDS,
  RESERVE_SECONDS,
} from './backoff.ts'

const SETTLE_WAIT_MS = 1000

/** Begins what is said about an attempt that failed through no fault of the mail or its way. */
export const OWNERS_TO_MEND = 'Yours to mend'

/** How an attempt ended, and what of it may stand in the log. */
type End = Settlement & Said

/** What follows the attempt: what may be claimed together with its end, and who takes that up. */
export type Afterwards = { busy: () => Busy | undefined; take: (message: Message) => void }
const NOTHING: Afterwards = { busy: () => undefined, take: () => {} }

/** One attempt at a claimed message, and how it ended; `giveUp` ends it before its time. */
export async function deliver(
  gateway: Gateway,
  message: Message,
  giveUp: AbortSignal,
  afterwards = NOTHING,
): Promise<void> {
  const { clock } = gateway
  if (timeLeft(message, clock()) <= 0) return tellOfLoss(gateway, message)
  const settlement = await attempt(gateway, message, giveUp).catch((error) =>
    giveUp.aborted
      ? putBack(message, 'The gateway was stopped', clock())
      : react(message, classifyFailure(error), clock()),
  )
  const settleOnce = () => settleAnd(gateway, message, settlement, afterwards)
  const isOurs = await settleInTime(gateway, message, settleOnce, giveUp)
  if (!isOurs) return tellOfLoss(gateway, message)
  countIn(gateway.tally.attempts, settlement.outcome)
  report(gateway, message, settlement)
  if (settlement.outcome === 'sent' && message.may_reply) await queueAutoReply(gateway, message)
}

/**
 * How long an attempt may last. A gateway that stood still between the claim and now has none: it
 * would send what another has long taken over.
 */
function timeLeft({ lease_until }: Message, now: number): number {
  return Math.min(ATTEMPT_SECONDS * 1000, lease_until - RESERVE_SECONDS * 1000 - now)
}

function tellOfLoss({ tally, log }: Gateway, { id, attempt: number }: Message) {
  countIn(tally.attempts, 'lost')
  log('warn', 'lease lost, another courier has the message', { id, attempt: number })
}

async function settleAnd(
  { store, clock }: Gateway,
  message: Message,
  settlement: Settlement,
  { busy: busyThen, take }: Afterwards,
): Promise<boolean> {
  const busy = busyThen()
  if (!busy) return settle(store, message, clock(), settlement)
  const { isOurs, next } = await settleAndClaim(store, message, clock(), settlement, busy)
  if (next) take(next)
  return isOurs
}

/** A database that is away for a moment must not make a mail that is sent go out again. */
async function settleInTime(
  gateway: Gateway,
  message: Message,
  settleOnce: () => Promise<boolean>,
  giveUp: AbortSignal,
) {
  const { clock, log } = gateway
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await settleOnce()
    } catch (error) {
      const isOver = clock() + SETTLE_WAIT_MS >= message.lease_until
      if (isOver || giveUp.aborted) throw error
      if (isFirst) log('warn', 'the end of an attempt cannot be written yet', { id: message.id })
      await setTimeout(SETTLE_WAIT_MS)
    }
  }
}

async function attempt(gateway: Gateway, message: Message, giveUp: AbortSignal): Promise<End> {
  const account = gateway.accounts.get(message.account)
  if (!account) {
    return wait(message, ownWords(`There is no account "${message.account}"`), gateway.clock())
  }
  const template = templateOf(account, message)
  const transport = gateway.transports.get(serviceOf(account, message.service) ?? '')
  if (!template || !transport) {
    const missing = template ? `service "${message.service}"` : `template "${message.template}"`
    return wait(message, ownWords(`There is no ${missing}`), gateway.clock())
  }
  const mail = composeMail(message, template, account.sender)
  return transport.inTurn(async () => {
    const now = gateway.clock()
    const left = timeLeft(message, now)
    if (left < LEAST_SECONDS * 1000)
      return putBack(message, 'No time was left when its turn came', now)
    const signal = AbortSignal.any([AbortSignal.timeout(left), giveUp])
    return { outcome: 'sent', ...(await transport.send(mail, message.id, signal)) }
  })
}

export function templateOf(account: Account, message: Message): MailTemplate | undefined {
  switch (message.purpose) {
    case 'message':
      return account.templates.get(message.template)
    case 'auto-reply':
      return account.autoReply
    case 'notice':
      return account.notice
  }
}

function react(message: Message, failure: Failure, now: number): End {
  const { kind, ...answer } = failure
  switch (kind) {
    case 'refused':
      return { outcome: 'refused', ...answer }
    case 'owner':
      return wait(message, answer, now)
    case 'passing': {
      const failures = message.failures + 1
      const isOld = now - message.queued_at > HORIZON_SECONDS * 1000
      if (isOld && failures >= FEWEST_TRIES) {
        return { outcome: 'refused', ...after(`Given up after ${failures} attempts`, answer) }
      }
      const dueAt = now + backoffSeconds(failures, Math.random) * 1000
      return { outcome: 'postponed', ...answer, dueAt, failures }
    }
  }
}

/** Never given up: what only the owner can mend is no fault of the message. */
function wait({ failures }: Message, answer: Said, now: number): End {
  const dueAt = now + OWNER_SECONDS * 1000
  return {
    outcome: 'postponed',
    ...after(OWNERS_TO_MEND, answer),
    dueAt,
    failures,
    isOwners: true,
  }
}

/** Nothing is wrong with it or its way: whoever looks next takes it up at once. */
function putBack({ failures }: Message, why: string, now: number): End {
  return { outcome: 'postponed', ...ownWords(why), dueAt: now, failures }
}

function ownWords(text: string): Said {
  return { reply: text, inLog: text }
}

function after(begin: string, { reply, inLog }: Said): Said {
  return { reply: `${begin}: ${reply}`, inLog: `${begin}: ${inLog}` }
}

function report({ log }: Gateway, message: Message, end: End) {
  const { id, attempt: number, purpose } = message
  // An automatic reply goes to the visitor, who has no place in a log.
  const reply = purpose === 'auto-reply' ? '' : end.inLog
  const facts = { id, attempt: number, reply }
  switch (end.outcome) {
    case 'sent':
      return log('info', 'message sent', facts)
    case 'postponed': {
      const again = new Date(end.dueAt).toISOString()
      return log(end.isOwners ? 'error' : 'warn', 'message postponed', { ...facts, again })
    }
    case 'refused':
      return log('error', 'message failed; see: npm run messages -- list --state failed', facts)
  }
}
