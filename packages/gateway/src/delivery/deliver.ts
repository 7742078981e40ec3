import { setTimeout } from 'node:timers/promises'
import type { Account } from '../account.ts'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { requeueRefused, settle } from '../store/outbox.ts'
import type { MailTemplate } from '../template.ts'
import { queueAutoReply } from './auto-reply.ts'
import { composeMail } from './compose.ts'
import { ATTEMPT_MS, type DeliveryContext } from './context.ts'
import {
  afterFailedSession,
  afterProbe,
  type Decision,
  decide,
  isExpired,
  type LoggedResult,
  ownFailure,
  requeue,
  STARTING_STATE,
  secondTry,
  type TransportState,
} from './decide.ts'
import { reportReviewed } from './review.ts'
import type { Handover, OutgoingMail, Transport } from './transport.ts'

const SETTLE_RETRY_MS = 1000

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

/** Makes the attempt at a message that has begun, and carries out what `decide` makes of its outcome. */
export async function deliver(
  context: DeliveryContext,
  message: Message,
  lane: Lane,
): Promise<void> {
  const { clock, store } = context
  const { transport, most, forceAbort, stopping } = lane
  const handover = await attempt(context, message, lane).catch((error) =>
    forceAbort.aborted || stopping.aborted ? undefined : ownFailure('composition', textOf(error)),
  )
  if (!handover) {
    const result = requeue(message, 'Stopped before the mail server had the mail', clock())
    await settle(store, message, clock(), result)
    return logResult(context, message, result)
  }
  const state = stateOf(context, transport)
  const decision = decide({ message, handover, state, most, now: clock() })
  setState(context, transport, decision.state)
  const follow = followUp(context, message, transport, decision)
  const { result } = decision
  const isRecorded = await settleWithRetry(context, message, result, forceAbort, follow)
  if (!isRecorded) {
    const { id, attempt: number } = message
    return context.log.warn({ id, attempt: number }, 'message changed during its attempt')
  }
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

function stateOf({ transportStates }: DeliveryContext, transport: string): TransportState {
  return transportStates.get(transport) ?? STARTING_STATE
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
  { result, requeuesRefused, replies }: Decision,
): ((tx: InTransaction) => Promise<void>) | undefined {
  const mayReply = replies && context.account.autoReply
  const isReported = message.kind === 'review' && result.outcome === 'sent'
  if (!isReported && !mayReply && !requeuesRefused) return undefined
  return async (tx) => {
    if (isReported) await reportReviewed(tx, message, context.clock())
    if (requeuesRefused) await requeueRefused(tx, context.clock(), transport)
    if (mayReply) await queueAutoReply(tx, context, message)
  }
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

async function attempt(context: DeliveryContext, message: Message, lane: Lane): Promise<Handover> {
  const transport = context.transports.get(lane.transport)
  if (!transport) return ownFailure('composition', `Unknown service "${message.service}"`)
  if (isExpired(message, context.clock()))
    return ownFailure('composition', 'Not sent, because it waited for more than a day')
  const mail = compose(context, message)
  if (typeof mail === 'string') return ownFailure('composition', mail)
  const send = (one: OutgoingMail) => handOver(context, transport, message, one, lane)
  const handover = await send(mail)
  const changed = changedMail(mail, secondTry(message, mail, handover))
  return changed ? send(changed) : handover
}

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
  { attemptMs = ATTEMPT_MS }: DeliveryContext,
  transport: Transport,
  { id }: Message,
  mail: OutgoingMail,
  { forceAbort, stopping }: Lane,
): Promise<Handover> {
  const signal = AbortSignal.any([forceAbort, AbortSignal.timeout(attemptMs)])
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
