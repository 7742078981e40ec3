import { setTimeout } from 'node:timers/promises'
import type { Account } from '../account.ts'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import type { InTransaction, Message, Recipient } from '../store/database.ts'
import { recipientsOf, requeueRefused, settle } from '../store/outbox.ts'
import type { MailTemplate } from '../template.ts'
import { queueAutoReply } from './auto-reply.ts'
import { composeMail } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import {
  afterFailedSession,
  afterProbe,
  type Decision,
  decide,
  expiry,
  type LoggedResult,
  ownFailure,
  requeue,
  secondTry,
  startingState,
  type TransportState,
} from './decide.ts'
import { reportReviewed } from './review.ts'
import type { Handover, OutgoingMail, Transport } from './transport.ts'

const SETTLE_RETRY_MS = 1000
/** How long an attempt may last: longer than its parts, of which the answer to a content takes up to ten minutes. */
const ATTEMPT_MS = 13 * 60_000

type Lane = {
  /** The name of the transport. */
  transport: string
  /** How many mails it can have in flight. */
  most: number
  /** Aborts the attempt. */
  forceAbort: AbortSignal
  /** Aborts it as long as the server has nothing of the mail. */
  stopping: AbortSignal
}

/** Makes one attempt at a claimed message, and carries out what `decide` makes of its outcome. */
export async function deliver(
  context: DeliveryContext,
  message: Message,
  lane: Lane,
): Promise<void> {
  const { clock, store } = context
  const { transport, most, forceAbort, stopping } = lane
  // A gateway that was suspended after the claim: another worker may have sent the message since.
  if (clock() >= message.lease_until) return logLeaseLost(context, message)
  // Before the first attempt no recipient has an outcome.
  const settled = message.attempt > 1 ? await recipientsOf(store.db, message.id) : []
  const outcome = await attempt(context, message, settled, lane).catch((error): Outcome => {
    const handover = ownFailure('composition', textOf(error))
    return forceAbort.aborted || stopping.aborted ? 'aborted' : { pending: [], handover }
  })
  if (outcome === 'aborted') {
    const result = requeue(message, 'The gateway was stopped', clock())
    await settle(store, message, clock(), result)
    return logResult(context, message, result)
  }
  const state = stateOf(context, transport)
  const decision = decide({ message, settled, ...outcome, state, most, now: clock() })
  setState(context, transport, decision.state)
  const follow = followUp(context, message, transport, decision)
  const { result } = decision
  if (!(await settleWithRetry(context, message, result, forceAbort, follow)))
    return logLeaseLost(context, message)
  logResult(context, message, result, decision.state.trouble?.until)
  if (follow) context.wake()
}

/** Opens a session without a mail, to end the wait for a server that did not answer. Returns whether it does. */
export async function probe(context: DeliveryContext, transport: string): Promise<boolean> {
  const { transports, clock } = context
  const verify = transports.get(transport)?.verify
  if (!verify) return false
  const failure = await verify()
  const state = stateOf(context, transport)
  setState(
    context,
    transport,
    failure ? afterFailedSession(state, failure, clock()) : afterProbe(state),
  )
  return !failure
}

function stateOf({ transportStates, clock }: DeliveryContext, transport: string): TransportState {
  return transportStates.get(transport) ?? startingState(clock())
}

function setState(context: DeliveryContext, transport: string, next: TransportState): void {
  const { log, transportStates } = context
  const { trouble } = stateOf(context, transport)
  transportStates.set(transport, next)
  if (next.trouble && next.trouble !== trouble) {
    const { reason: reply, advice: hint, until } = next.trouble
    const again = until && new Date(until).toISOString()
    log.error(
      { transport, reply, ...(again && { again }), hint },
      until ? 'transport paused' : 'transport refuses mails',
    )
  }
  if (trouble && !next.trouble) log.info({ transport }, 'transport resumed')
}

/** What is queued with the result, in its transaction; undefined if nothing is. */
function followUp(
  context: DeliveryContext,
  message: Message,
  transport: string,
  { result, requeues, replies }: Decision,
): ((tx: InTransaction) => Promise<void>) | undefined {
  const mayReply = replies && context.account.autoReply
  const isReported = message.kind === 'review' && result.outcome === 'sent'
  if (!isReported && !mayReply && requeues === undefined) return undefined
  return async (tx) => {
    if (isReported) await reportReviewed(tx, message, context.clock())
    if (requeues !== undefined) await requeueRefused(tx, context.clock(), requeues, transport)
    if (mayReply) await queueAutoReply(tx, context, message)
  }
}

function logLeaseLost({ log }: DeliveryContext, { id, attempt: number }: Message) {
  log.warn({ id, attempt: number }, 'lease lost, another worker has the message')
}

/** Records the result. Retries while the database is away: without it the mail would be sent again. */
async function settleWithRetry(
  { store, clock, log }: DeliveryContext,
  message: Message,
  result: LoggedResult,
  forceAbort: AbortSignal,
  follow: ReturnType<typeof followUp>,
): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await settle(store, message, clock(), result, follow)
    } catch (error) {
      if (forceAbort.aborted) throw error
      if (isFirst) log.warn({ id: message.id }, 'recording attempt result failed, retrying')
      await setTimeout(SETTLE_RETRY_MS)
    }
  }
}

type Outcome = 'aborted' | { pending: string[]; handover: Handover }

async function attempt(
  context: DeliveryContext,
  message: Message,
  settled: Recipient[],
  lane: Lane,
): Promise<Outcome> {
  const without = (handover: Handover) => ({ pending: [], handover })
  const fail = (reply: string) => without(ownFailure('composition', reply))
  const transport = context.transports.get(lane.transport)
  if (!transport) return fail(`Unknown service "${message.service}"`)
  const expired = expiry(message, context.clock())
  if (expired) return without(expired)
  const mail = compose(context, message)
  if (typeof mail === 'string') return fail(mail)
  const { to } = mail.envelope
  if (to.length === 0) return fail('No recipient in the template')
  const pending = to.filter((address) => !settled.some((one) => one.address === address))
  if (pending.length === 0) return without({ kind: 'sent', ...ALREADY_SENT })
  const outgoing = { ...mail, envelope: { ...mail.envelope, to: pending } }
  const handover = await handOver(transport, message, outgoing, lane)
  const changed = changedMail(outgoing, secondTry(message, outgoing, handover))
  if (!changed) return { pending, handover }
  return { pending, handover: await handOver(transport, message, changed, lane) }
}

const ALREADY_SENT = { reply: '', redacted: '' }

function changedMail(
  mail: OutgoingMail,
  change: ReturnType<typeof secondTry>,
): OutgoingMail | undefined {
  if (change === 'reply-to') {
    const { replyTo, ...rest } = mail
    return rest
  }
  const { from } = mail
  if (change !== 'sender' || typeof from !== 'object' || !('address' in from)) return undefined
  return { ...mail, envelope: { ...mail.envelope, from: from.address ?? '' } }
}

/** Composes a mail from its template. Returns what is no longer configured. */
function compose({ account, links }: DeliveryContext, message: Message): OutgoingMail | string {
  if (message.account !== account.publicKey) return `Unknown site "${message.account}"`
  const template = templateOf(account, message)
  if (!template) return `Unknown template "${message.template}"`
  if (!account.services.has(message.service)) return `Unknown service "${message.service}"`
  // The same at every attempt.
  const link = message.kind === 'message' ? links.urlOf(message.id, message.received_at) : undefined
  return composeMail(message, template, account.sender, link)
}

/** Hands over a mail. Without an answer in time, the server may have it. */
async function handOver(
  transport: Transport,
  { id }: Message,
  mail: OutgoingMail,
  { forceAbort, stopping }: Lane,
): Promise<Handover> {
  const signal = AbortSignal.any([forceAbort, AbortSignal.timeout(ATTEMPT_MS)])
  try {
    return await transport.send(mail, id, signal, stopping)
  } catch (error) {
    // An abort says nothing about the mail.
    if (forceAbort.aborted || stopping.aborted) throw error
    return { ...ownFailure('content', textOf(error)), isPermanent: false }
  }
}

function templateOf(
  { templates, autoReply, review }: Account,
  { kind, template }: Message,
): MailTemplate | undefined {
  return { message: templates.get(template), 'auto-reply': autoReply, review }[kind]
}

function logResult(
  { log }: DeliveryContext,
  message: Message,
  result: LoggedResult,
  pausedUntil?: number,
) {
  const { id, attempt: number, kind } = message
  // The response to an automatic reply may name the visitor, who must not appear in the log.
  const reply = kind === 'auto-reply' ? '' : result.redacted
  const facts = { id, attempt: number, reply }
  const isReply = kind === 'auto-reply'
  const what = isReply ? 'automatic reply' : 'message'
  switch (result.outcome) {
    case 'sent':
      if (result.reason) return log.error(facts, 'message not delivered to every recipient')
      return log.info(facts, `${what} sent`)
    case 'deferred': {
      const again = new Date(Math.max(result.dueAt, pausedUntil ?? 0)).toISOString()
      return log[result.isMisconfigured ? 'error' : 'warn']({ ...facts, again }, `${what} deferred`)
    }
    case 'rejected': {
      const list = ownCommand('messages', 'list --state failed')
      const advice = what === 'message' ? `; see: ${list}` : ''
      // A visitor may have mistyped the address.
      return log[isReply ? 'warn' : 'error'](facts, `${what} failed${advice}`)
    }
  }
}
