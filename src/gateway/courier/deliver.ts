import { setTimeout } from 'node:timers/promises'
import { type Account, serviceOf } from '../accounts.ts'
import type { Gateway } from '../gateway.ts'
import { composeMail } from '../mail/compose.ts'
import { classifyFailure, type Failure } from '../mail/outcome.ts'
import type { MailTemplate } from '../mail/template.ts'
import type { Message } from '../store/database.ts'
import { type Settlement, settle } from '../store/outbox.ts'
import { queueAutoReply } from './auto-reply.ts'
import {
  ATTEMPT_SECONDS,
  backoffSeconds,
  FEWEST_TRIES,
  HORIZON_SECONDS,
  ownerSeconds,
} from './backoff.ts'

// Together less than what an attempt leaves of its lease.
const SETTLE_TRIES = 45
const SETTLE_WAIT_MS = 1000

/** Begins what is said about an attempt that failed through no fault of the mail or its way. */
export const OWNERS_TO_MEND = 'Yours to mend'

/** One attempt at a claimed message, and how it ended. */
export async function deliver(gateway: Gateway, message: Message): Promise<void> {
  const { clock, log } = gateway
  const settlement = await attempt(gateway, message).catch((error) =>
    react(message, classifyFailure(error), clock()),
  )
  const isOurs = await settleInTime(gateway, message, settlement)
  const { id, attempt: number } = message
  if (!isOurs) {
    return log('warn', 'lease lost, another courier has the message', { id, attempt: number })
  }
  report(gateway, message, settlement)
  if (settlement.outcome === 'sent' && message.may_reply) await queueAutoReply(gateway, message)
}

/** A database that is away for a moment must not make a mail that is sent go out again. */
async function settleInTime(gateway: Gateway, message: Message, settlement: Settlement) {
  const { store, clock, log } = gateway
  for (let tries = 1; ; tries++) {
    try {
      return await settle(store.db, message, clock(), settlement)
    } catch (error) {
      if (tries === SETTLE_TRIES) throw error
      if (tries === 1)
        log('warn', 'the end of an attempt cannot be written yet', { id: message.id })
      await setTimeout(SETTLE_WAIT_MS)
    }
  }
}

async function attempt(gateway: Gateway, message: Message): Promise<Settlement> {
  const account = gateway.accounts.get(message.account)
  if (!account) return wait(message, `There is no account "${message.account}"`, gateway.clock())
  const template = templateOf(account, message)
  const transport = gateway.transports.get(serviceOf(account, message.service) ?? '')
  if (!template || !transport) {
    const missing = template ? `service "${message.service}"` : `template "${message.template}"`
    return wait(message, `There is no ${missing}`, gateway.clock())
  }
  const mail = composeMail(message, template, account.sender)
  const signal = AbortSignal.timeout(ATTEMPT_SECONDS * 1000)
  return { outcome: 'sent', reply: await transport.send(mail, message.id, signal) }
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

function react(message: Message, failure: Failure, now: number): Settlement {
  const { reply } = failure
  switch (failure.kind) {
    case 'refused':
      return { outcome: 'refused', reply }
    case 'owner':
      return wait(message, reply, now)
    case 'passing': {
      const failures = message.failures + 1
      const isOld = now - message.queued_at > HORIZON_SECONDS * 1000
      if (isOld && failures >= FEWEST_TRIES) {
        return { outcome: 'refused', reply: `Given up after ${failures} attempts: ${reply}` }
      }
      const dueAt = now + backoffSeconds(failures, Math.random) * 1000
      return { outcome: 'postponed', reply, dueAt, failures }
    }
  }
}

/** Never given up: what only the owner can mend is no fault of the message. */
function wait({ failures }: Message, reason: string, now: number): Settlement {
  const reply = `${OWNERS_TO_MEND}: ${reason}`
  return { outcome: 'postponed', reply, dueAt: now + ownerSeconds() * 1000, failures }
}

function report({ log }: Gateway, message: Message, end: Settlement) {
  const { id, attempt: number, purpose } = message
  // What is said about a reply names the visitor, who has no place in a log.
  const reply = purpose === 'auto-reply' ? '' : end.reply
  const facts = { id, attempt: number, reply }
  switch (end.outcome) {
    case 'sent':
      return log('info', 'message sent', facts)
    case 'postponed': {
      const isOwners = end.reply.startsWith(OWNERS_TO_MEND)
      const again = new Date(end.dueAt).toISOString()
      return log(isOwners ? 'error' : 'warn', 'message postponed', { ...facts, again })
    }
    case 'refused':
      return log('error', 'message failed; see: npm run messages -- list --state failed', facts)
  }
}
