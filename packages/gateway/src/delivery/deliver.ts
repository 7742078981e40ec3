import { setTimeout } from 'node:timers/promises'
import type { Account } from '../accounts.ts'
import type { DeliveryContext } from '../context.ts'
import { ownCommand } from '../own-command.ts'
import type { Message, Recipient } from '../store/database.ts'
import { recipientsOf, settle } from '../store/outbox.ts'
import { reportFailure, reportPause } from './alerts.ts'
import { queueAutoReply } from './auto-reply.ts'
import { composeMail } from './compose.ts'
import {
  ATTEMPT_SECONDS,
  conclude,
  concludeFailure,
  type Delivery,
  LEASE_MARGIN_SECONDS,
  type LoggedResult,
  requeueNow,
} from './conclude.ts'
import { composeEvent, MAX_EVENT_AGE_MS } from './events.ts'
import type { Pause } from './pause.ts'
import { classifyFailure } from './smtp.ts'
import type { MailTemplate } from './template.ts'
import { withTimeLimit } from './time-limit.ts'
import {
  type FailureKind,
  type Handover,
  isOfTransport,
  type OutgoingMail,
  type Transport,
} from './transport.ts'

const SETTLE_RETRY_MS = 1000

type Lane = {
  /** The name of the transport. */
  transport: string
  pause: Pause
  /** Aborts the attempt. */
  forceAbort: AbortSignal
}

/** Makes one attempt at a claimed message and records its result. */
export async function deliver(
  context: DeliveryContext,
  message: Message,
  lane: Lane,
): Promise<void> {
  const { clock } = context
  if (timeLeft(message, clock()) <= 0) return logLeaseLost(context, message)
  const wasProven = lane.pause.isProven()
  // Before the first attempt no recipient has an outcome.
  const settled = message.attempt > 1 ? await recipientsOf(context.store.db, message.id) : []
  const result = await attemptDelivery(context, message, settled, lane).catch((error) =>
    lane.forceAbort.aborted
      ? requeueNow(message, 'The gateway was stopped', clock())
      : concludeFailure(message, classifyFailure(error), settled, clock()),
  )
  const isLeaseHeld = await settleWithRetry(context, message, result, lane.forceAbort)
  if (!isLeaseHeld) return logLeaseLost(context, message)
  context.metrics.attempts.inc({ outcome: result.outcome })
  logResult(context, message, result)
  if (result.pausedUntil || (!wasProven && lane.pause.isProven())) await reportPause(context, lane)
  if (result.outcome === 'rejected' && message.kind === 'message')
    await reportFailure(context, message, result.redacted)
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

/** Records the result. Retries until the lease ends: a short database outage must not cause a second mail. */
async function settleWithRetry(
  { store, clock, log }: DeliveryContext,
  message: Message,
  result: LoggedResult,
  forceAbort: AbortSignal,
): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await settle(store, message, clock(), result)
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
  { transport: name, pause, forceAbort }: Lane,
): Promise<LoggedResult> {
  const { transports, clock } = context
  const fail = (kind: FailureKind, reply: string) =>
    concludeFailure(message, { kind, reply, redacted: reply }, settled, clock())
  const transport = transports.get(name)
  if (!transport) return fail('misconfigured', `Unknown service "${message.service}"`)
  if (message.kind === 'event' && clock() - message.retry_started_at > MAX_EVENT_AGE_MS)
    return fail('rejected', 'Not sent, because it waited for more than a day')
  const mail = await (message.kind === 'event' ? composeEvent : compose)(context, message)
  if (typeof mail === 'string') return fail('misconfigured', mail)
  const { to } = mail.envelope
  if (to.length === 0) return fail('misconfigured', 'No recipient in the template')
  const pending = to.filter((address) => !settled.some((one) => one.address === address))
  if (pending.length === 0) return conclude(message, [], settled, clock())
  const envelope = { ...mail.envelope, to: pending }
  const remainingMs = timeLeft(message, clock())
  const handover = await handOver(
    transport,
    message,
    { ...mail, envelope },
    remainingMs,
    forceAbort,
  )
  const result = conclude(message, deliveriesOf(handover, pending), settled, clock())
  if (handover.kind === 'sent' || !isOfTransport(handover)) {
    // An answer shows that connection and login work.
    if (handover.kind === 'sent' || !handover.isUnknown) pause.end()
    return result
  }
  const pausedUntil = pause.start(handover)
  // Due at once, behind those that have waited longer: the pause holds it back, and a restart ends the pause.
  return result.outcome === 'deferred' ? { ...result, dueAt: clock(), pausedUntil } : result
}

/** Composes a mail from its template. Returns what is no longer configured. */
function compose({ accounts }: DeliveryContext, message: Message): OutgoingMail | string {
  const account = accounts.get(message.account)
  if (!account) return `Unknown site "${message.account}"`
  const template = templateOf(account, message)
  if (!template) return `Unknown template "${message.template}"`
  if (!account.services.has(message.service)) return `Unknown service "${message.service}"`
  return composeMail(message, template, account.sender)
}

/** Hands over a mail. Without an answer in time, its outcome is unknown. */
async function handOver(
  transport: Transport,
  { id }: Message,
  mail: OutgoingMail,
  limitMs: number,
  forceAbort: AbortSignal,
): Promise<Handover> {
  try {
    return await withTimeLimit(limitMs, forceAbort, (signal) => transport.send(mail, id, signal))
  } catch (error) {
    // An abort says nothing about the mail.
    if (forceAbort.aborted) throw error
    return { ...classifyFailure(error), isUnknown: true }
  }
}

function deliveriesOf(handover: Handover, pending: string[]): Delivery[] {
  const { refusals = [] } = pending.length > 1 || handover.kind === 'sent' ? handover : {}
  return pending.map(
    (address) => refusals.find((one) => one.address === address) ?? { ...handover, address },
  )
}

function templateOf(
  { templates, autoReply, notice, event }: Account,
  { kind, template }: Message,
): MailTemplate | undefined {
  return { message: templates.get(template), 'auto-reply': autoReply, notice, event }[kind]
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
      const again = new Date(result.pausedUntil ?? result.dueAt).toISOString()
      return log[result.isMisconfigured ? 'error' : 'warn']({ ...facts, again }, 'message deferred')
    }
    case 'rejected':
      return log.error(
        facts,
        `message failed; see: ${ownCommand('messages', 'list --state failed')}`,
      )
  }
}
