import { setTimeout } from 'node:timers/promises'
import type { Account } from '../accounts.ts'
import type { DeliveryContext } from '../context.ts'
import { ownCommand } from '../own-command.ts'
import type { Message, Recipient } from '../store/database.ts'
import {
  completeAndClaimNext,
  type Exclusions,
  recipientsOf,
  settle,
  type UnconfirmedClaim,
} from '../store/outbox.ts'
import { queueAutoReply } from './auto-reply.ts'
import { composeMail, type Mail } from './compose.ts'
import {
  ATTEMPT_SECONDS,
  conclude,
  concludeFailure,
  concludeUnknown,
  type Delivery,
  LEASE_MARGIN_SECONDS,
  type LoggedResult,
  MIN_ATTEMPT_SECONDS,
  requeueNow,
} from './conclude.ts'
import { asMailError, classifyFailure, type Refusal, refusalsOf } from './smtp.ts'
import type { MailTemplate } from './template.ts'
import { withTimeLimit } from './time-limit.ts'
import type { Transport } from './transport.ts'

const SETTLE_RETRY_MS = 1000

/** What follows an attempt: what may be claimed with its result, and who delivers that message. */
type Continuation = {
  exclusions: () => Exclusions | undefined
  startNext: (message: Message) => void
}
const NO_CONTINUATION: Continuation = { exclusions: () => undefined, startNext: () => {} }

/** Makes one attempt at a claimed message and records its result. `forceAbort` aborts it. */
export async function deliver(
  context: DeliveryContext,
  message: Message,
  forceAbort: AbortSignal,
  continuation = NO_CONTINUATION,
): Promise<void> {
  const { clock } = context
  const stopTimer = context.metrics.attemptSeconds.startTimer()
  if (timeLeft(message, clock()) <= 0) return logLeaseLost(context, message)
  // Before the first attempt no recipient has an outcome.
  const settled = message.attempt > 1 ? await recipientsOf(context.store.db, message.id) : []
  const result = await attemptDelivery(context, message, settled, forceAbort).catch((error) =>
    forceAbort.aborted
      ? requeueNow(message, 'The gateway was stopped', clock())
      : concludeFailure(message, classifyFailure(error), settled, clock()),
  )
  const isLeaseHeld = await settleWithRetry(context, message, result, continuation, forceAbort)
  if (!isLeaseHeld) return logLeaseLost(context, message)
  stopTimer()
  context.metrics.attempts.inc({ outcome: result.outcome })
  logResult(context, message, result)
  if (result.outcome === 'sent' && message.auto_reply_allowed)
    await queueAutoReply(context, message)
}

/**
 * How long an attempt may last, in milliseconds. A gateway that was suspended after the claim has
 * no time left: another worker may have sent the message since.
 */
function timeLeft({ lease_until }: Message, now: number): number {
  return Math.min(ATTEMPT_SECONDS * 1000, lease_until - LEASE_MARGIN_SECONDS * 1000 - now)
}

function logLeaseLost({ metrics, log }: DeliveryContext, { id, attempt: number }: Message) {
  metrics.attempts.inc({ outcome: 'lease_lost' })
  log.warn({ id, attempt: number }, 'lease lost, another worker has the message')
}

/**
 * Records the result and claims the next message. Retries until the lease ends: a short database outage
 * must not cause a second mail.
 */
async function settleWithRetry(
  { store, clock, log }: DeliveryContext,
  message: Message,
  result: LoggedResult,
  continuation: Continuation,
  forceAbort: AbortSignal,
): Promise<boolean> {
  const unconfirmed: UnconfirmedClaim = {}
  for (let isFirst = true; ; isFirst = false) {
    try {
      const exclusions = continuation.exclusions()
      if (!exclusions) return await settle(store, message, clock(), result)
      const { isLeaseHeld, next } = await completeAndClaimNext(
        store,
        message,
        clock(),
        result,
        exclusions,
        unconfirmed,
      )
      if (next) continuation.startNext(next)
      return isLeaseHeld
    } catch (error) {
      const isLeaseOver = clock() + SETTLE_RETRY_MS >= message.lease_until
      if (isLeaseOver || forceAbort.aborted) throw error
      if (isFirst) log.warn({ id: message.id }, 'recording attempt result failed, retrying')
      await setTimeout(SETTLE_RETRY_MS)
    }
  }
}

async function attemptDelivery(
  context: DeliveryContext,
  message: Message,
  settled: Recipient[],
  forceAbort: AbortSignal,
): Promise<LoggedResult> {
  const { accounts, transports, clock } = context
  const unknown = (problem: string) => concludeUnknown(message, problem, settled, clock())
  const account = accounts.get(message.account)
  if (!account) return unknown(`Unknown site "${message.account}"`)
  const template = templateOf(account, message)
  if (!template) return unknown(`Unknown template "${message.template}"`)
  const transport = transports.get(account.services.get(message.service) ?? '')
  if (!transport) return unknown(`Unknown service "${message.service}"`)
  const mail = composeMail(message, template, account.sender)
  const { to } = mail.envelope
  if (to.length === 0) return unknown('No recipient in the template')
  const pending = to.filter((address) => !settled.some((one) => one.address === address))
  return transport.withPermit(async () => {
    const remainingMs = timeLeft(message, clock())
    if (remainingMs < MIN_ATTEMPT_SECONDS * 1000)
      return requeueNow(message, 'The lease ended before a connection was free', clock())
    const deliveries = await sendTo(transport, {
      mail,
      pending,
      remainingMs,
      forceAbort,
    })
    return conclude(message, deliveries, settled, clock())
  })
}

type SendOptions = {
  mail: Mail
  pending: string[]
  remainingMs: number
  forceAbort: AbortSignal
}

/** Sends a mail to the pending recipients and returns the result for each. */
async function sendTo(
  transport: Transport,
  { mail, pending, remainingMs, forceAbort }: SendOptions,
): Promise<Delivery[]> {
  if (pending.length === 0) return []
  const toDeliveries = (response: Omit<Delivery, 'address'>, refusals: Refusal[]) =>
    pending.map(
      (address) => refusals.find((one) => one.address === address) ?? { ...response, address },
    )
  try {
    const envelope = { ...mail.envelope, to: pending }
    const { refusals, ...response } = await withTimeLimit(remainingMs, forceAbort, (signal) =>
      transport.send({ ...mail, envelope }, signal),
    )
    return toDeliveries({ ...response, kind: 'sent' }, refusals)
  } catch (error) {
    // An abort says nothing about the mail.
    if (forceAbort.aborted) throw error
    return toDeliveries(
      classifyFailure(error),
      pending.length > 1 ? refusalsOf(asMailError(error)) : [],
    )
  }
}

function templateOf(account: Account, message: Message): MailTemplate | undefined {
  switch (message.kind) {
    case 'message':
      return account.templates.get(message.template)
    case 'auto-reply':
      return account.autoReply
    case 'notice':
      return account.notice
  }
}

function logResult({ log }: DeliveryContext, message: Message, result: LoggedResult) {
  const { id, attempt: number, kind } = message
  // The response to an automatic reply may name the visitor, who must not appear in the log.
  const reply = kind === 'auto-reply' ? '' : result.redacted
  const facts = { id, attempt: number, reply }
  switch (result.outcome) {
    case 'sent':
      if (result.reason) return log.error(facts, 'message not delivered to every recipient')
      return log.info(facts, 'message sent')
    case 'deferred': {
      const again = new Date(result.dueAt).toISOString()
      return log[result.isMisconfigured ? 'error' : 'warn']({ ...facts, again }, 'message deferred')
    }
    case 'rejected':
      return log.error(
        facts,
        `message failed; see: ${ownCommand('messages', 'list --state failed')}`,
      )
  }
}
