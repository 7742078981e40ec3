import { setTimeout } from 'node:timers/promises'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import type { InTransaction, Message } from '../store/database.ts'
import { requeueRefused, settle } from '../store/outbox.ts'
import { recordReply } from './auto-reply.ts'
import { composeMail } from './compose.ts'
import { ATTEMPT_MS, type DeliveryContext } from './context.ts'
import { type Decision, decide, type TransportState } from './decide.ts'
import { type Handover, ownFailure } from './transport.ts'

const SETTLE_RETRY_MS = 1000
const WHY_UNKNOWN = 'Stopped before the mail server had answered'

/** What ends an attempt early. */
type Ends = {
  /** Aborts it. */
  forceAbort: AbortSignal
  /** Aborts it as long as the server has nothing of the mail. */
  stopping: AbortSignal
}

/** Makes the attempt at a message that has begun, and carries out what `decide` makes of its outcome. */
export async function deliver(
  context: DeliveryContext,
  message: Message,
  ends: Ends,
  onAnswer: () => void,
): Promise<void> {
  const { clock, log, outgoing } = context
  const handover = await attempt(context, message, ends)
  const now = clock()
  const decision = decide({ message, handover, state: outgoing.state, now })
  setState(context, decision.state)
  onAnswer()
  let getsReply = false
  const follow = async (tx: InTransaction) => {
    if (decision.requeuesRefused) await requeueRefused(tx, now)
    const isSent = decision.result.outcome === 'sent'
    getsReply = isSent && (await recordReply(tx, context, message))
  }
  const isRecorded = await retrying(context, message, ends, () =>
    settle(context.store, message, now, decision.result, follow),
  )
  if (!isRecorded) {
    const { id, attempt } = message
    return log.warn({ id, attempt }, 'message changed during its attempt')
  }
  logResult(context, message, decision)
  if (getsReply) context.reply(message)
}

/** Sends the mail. Undefined if a stop ended that before the server had the mail. */
async function attempt(
  { account, attemptMs = ATTEMPT_MS, links, outgoing: { transport } }: DeliveryContext,
  message: Message,
  { forceAbort, stopping }: Ends,
): Promise<Handover | undefined> {
  const template = account.templates.get(message.template)
  if (!transport) return ownFailure('No mail server is set')
  if (!template) return ownFailure(`Unknown template "${message.template}"`)
  // By the time of receipt, so that the mail is the same at every attempt.
  const link = links.urlOf(message.id, message.received_at)
  const signal = AbortSignal.any([forceAbort, AbortSignal.timeout(attemptMs)])
  try {
    const mail = composeMail(message, template, account.sender, link)
    return await transport.send(mail, signal, stopping)
  } catch (error) {
    if (stopping.aborted && !signal.aborted) return undefined
    // Without an answer the server may have the mail, so it does not go again at once.
    return ownFailure(forceAbort.aborted ? WHY_UNKNOWN : textOf(error))
  }
}

function setState({ log, outgoing }: DeliveryContext, next: TransportState): void {
  const { trouble } = outgoing.state
  outgoing.state = next
  if (next.trouble && next.trouble !== trouble) {
    const { reason: reply, advice: hint, until } = next.trouble
    log.error({ reply, again: new Date(until).toISOString(), hint }, 'transport paused')
  }
  if (trouble && !next.trouble) log.info('transport resumed')
}

/** Records a result. Retries while the database is away: without it the mail would be sent again. */
async function retrying(
  { log }: DeliveryContext,
  { id }: Message,
  { forceAbort }: Ends,
  record: () => Promise<boolean>,
): Promise<boolean> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await record()
    } catch (error) {
      if (forceAbort.aborted) throw error
      if (isFirst) log.warn({ id }, 'recording attempt result failed, retrying')
      await setTimeout(SETTLE_RETRY_MS)
    }
  }
}

function logResult(
  { log }: DeliveryContext,
  { id, attempt }: Message,
  { result: { outcome, redacted: reply, advice: hint, changes }, state }: Decision,
): void {
  const facts = { id, attempt, reply }
  if (outcome === 'sent') log.info(facts, 'message sent')
  else if (outcome === 'rejected') {
    const list = ownCommand('messages', 'list --state failed')
    log.error(facts, `message failed; see: ${list}`)
  } else {
    const dueAt = Math.max(changes.next_attempt_at ?? 0, state.trouble?.until ?? 0)
    log.warn({ ...facts, again: new Date(dueAt).toISOString(), hint }, 'message deferred')
  }
}
