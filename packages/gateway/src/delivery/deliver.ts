import { setTimeout } from 'node:timers/promises'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { requeueRefused, settle } from '../store/outbox.ts'
import { recordReply } from './auto-reply.ts'
import { composeMail } from './compose.ts'
import { ATTEMPT_MS, type DeliveryContext } from './context.ts'
import {
  afterFailedSession,
  afterProbe,
  type Decision,
  decide,
  type LoggedResult,
  ownFailure,
  refusesReplyTo,
  requeue,
  type TransportState,
} from './decide.ts'
import type { Handover, OutgoingMail, Transport } from './transport.ts'

const SETTLE_RETRY_MS = 1000

type Lane = {
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
  const { most, forceAbort, stopping } = lane
  const handover = await attempt(context, message, lane).catch((error) =>
    forceAbort.aborted || stopping.aborted ? undefined : ownFailure('composition', textOf(error)),
  )
  if (!handover) {
    const result = requeue(message, 'Stopped before the mail server had the mail', clock())
    await settle(store, message, clock(), result)
    return logResult(context, message, result)
  }
  const { state } = context.outgoing
  const decision = decide({ message, handover, state, most, now: clock() })
  setState(context, decision.state)
  const { result } = decision
  let getsReply = false
  const isRecorded = await settleWithRetry(context, message, result, forceAbort, async (tx) => {
    getsReply = await recordFollowUp(tx, context, message, decision)
  })
  if (!isRecorded) {
    const { id, attempt: number } = message
    return context.log.warn({ id, attempt: number }, 'message changed during its attempt')
  }
  logResult(context, message, result, decision.state.trouble?.until)
  if (decision.requeuesRefused) context.wake()
  if (getsReply) context.reply(message)
}

/** Opens a session without a mail, to end the wait for a server that did not answer. Returns whether it does. */
export async function probe(context: DeliveryContext): Promise<boolean> {
  const { outgoing, clock } = context
  const verify = outgoing.transport?.verify
  if (!verify) return false
  const failure = await verify()
  setState(
    context,
    failure ? afterFailedSession(outgoing.state, failure, clock()) : afterProbe(outgoing.state),
  )
  return !failure
}

function setState({ log, outgoing }: DeliveryContext, next: TransportState): void {
  const { trouble } = outgoing.state
  outgoing.state = next
  if (next.trouble && next.trouble !== trouble) {
    const { reason: reply, advice: hint, until } = next.trouble
    const again = until && new Date(until).toISOString()
    const what = until ? 'transport paused' : 'transport refuses mails'
    log.error({ reply, ...(again && { again }), hint }, what)
  }
  if (trouble && !next.trouble) log.info('transport resumed')
}

/** What follows from the result, in its transaction. Returns whether the visitor gets the automatic reply. */
async function recordFollowUp(
  tx: InTransaction,
  context: DeliveryContext,
  message: Message,
  { result, requeuesRefused }: Decision,
): Promise<boolean> {
  if (requeuesRefused) await requeueRefused(tx, context.clock())
  if (result.outcome !== 'sent') return false
  return message.auto_reply_allowed === 1 && (await recordReply(tx, context, message))
}

/** Records the result. Retries while the database is away: without it the mail would be sent again. */
async function settleWithRetry(
  { store, clock, log }: DeliveryContext,
  message: Message,
  result: LoggedResult,
  forceAbort: AbortSignal,
  follow: (tx: InTransaction) => Promise<void>,
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
  const { transport } = context.outgoing
  if (!transport) return ownFailure('composition', 'No mail server is set')
  const mail = compose(context, message)
  if (typeof mail === 'string') return ownFailure('composition', mail)
  const send = (one: OutgoingMail) => handOver(context, transport, one, lane)
  const handover = await send(mail)
  if (!refusesReplyTo(mail, handover)) return handover
  const { replyTo, ...withoutReplyTo } = mail
  return send(withoutReplyTo)
}

/** Composes a mail from its template. Returns what is no longer configured. */
function compose({ account, links }: DeliveryContext, message: Message): OutgoingMail | string {
  if (message.account !== account.publicKey) return `Unknown site "${message.account}"`
  const template = account.templates.get(message.template)
  if (!template) return `Unknown template "${message.template}"`
  // The same at every attempt.
  const link = links.urlOf(message.id, message.received_at)
  return composeMail(message, template, account.sender, link)
}

/** Hands over a mail. Without an answer in time, the server may have it. */
async function handOver(
  { attemptMs = ATTEMPT_MS }: DeliveryContext,
  transport: Transport,
  mail: OutgoingMail,
  { forceAbort, stopping }: Lane,
): Promise<Handover> {
  const signal = AbortSignal.any([forceAbort, AbortSignal.timeout(attemptMs)])
  try {
    return await transport.send(mail, signal, stopping)
  } catch (error) {
    // An abort says nothing about the mail.
    if (forceAbort.aborted || stopping.aborted) throw error
    return { ...ownFailure('content', textOf(error)), isPermanent: false }
  }
}

function logResult(
  { log }: DeliveryContext,
  { id, attempt: number }: Message,
  result: LoggedResult,
  pausedUntil?: number,
) {
  const facts = { id, attempt: number, reply: result.redacted }
  switch (result.outcome) {
    case 'sent':
      return log.info(facts, 'message sent')
    case 'deferred': {
      const again = new Date(Math.max(result.dueAt, pausedUntil ?? 0)).toISOString()
      return log[result.isMisconfigured ? 'error' : 'warn']({ ...facts, again }, 'message deferred')
    }
    case 'rejected': {
      const list = ownCommand('messages', 'list --state failed')
      return log.error(facts, `message failed; see: ${list}`)
    }
  }
}
