import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainOf } from '../address.ts'
import { MESSAGE_STATES, newMessageId } from '../message.ts'
import { WAITING } from '../message-links.ts'
import { ownCommand } from '../own-command.ts'
import {
  countStates,
  hasUnrefused,
  markTold,
  readWaitingMail,
  type Waiting,
  type WaitingCounts,
  waitingToMail,
  writeWaitingMail,
} from '../store/notices.ts'
import { formatTime } from '../time.ts'
import { composeMail, describeCount } from './compose.ts'
import { ATTEMPT_MS, type DeliveryContext } from './context.ts'
import { backOff, firstDelayMs } from './decide.ts'
import { type Loop, startLoop } from './loop.ts'
import { type Handover, type OutgoingMail, ownFailure } from './transport.ts'

/** At most this often the owner gets such a mail. */
const INTERVAL_MS = 15 * 60_000
/** The longest wait after a refusal. */
const MAX_WAIT_MS = 60 * 60_000
/** Messages that are held together are one mail. */
const COLLECT_MS = 1000
/** How often rows are looked at without a reason. */
const LOOK_MS = 15_000
/** More of them get one link. */
const MAX_LINKS = 20

/**
 * Mails the owner which messages wait: held, failed, or queued for an hour. It is made of the state of the rows when it
 * is due, after visitors' messages that no server has refused. What it meets changes nothing for the messages.
 */
export function startReviews(context: DeliveryContext): Loop {
  let isStart = true
  return startLoop(context.log, 'review failed', async (stopping) => {
    // What waited while no gateway ran gets its first attempts.
    if (isStart) isStart = false
    else {
      await sleep(COLLECT_MS, undefined, { signal: stopping, ref: false })
      if (context.isDelivering()) await mailWaiting(context, stopping)
    }
    return LOOK_MS
  })
}

export async function mailWaiting(context: DeliveryContext, stopping?: AbortSignal): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const last = await readWaitingMail(store.db)
  const messages = await waitingToMail(store.db, now)
  if (messages.length === 0) {
    // The owner has seen to all of them while it could not be sent.
    if (last && last.failures > 0) await store.write((tx) => writeWaitingMail(tx, null))
    return
  }
  // A mail from the future does not count: it was sent while the clock was ahead.
  if (last && now >= last.at && now - last.at < last.waitMs) return
  if (await hasUnrefused(store.db)) return
  const ids = messages.map(({ id }) => id)
  const about = createHash('sha256').update(ids.join('\n')).digest('base64url')
  const failures = (last?.failures ?? 0) + 1
  const mail = {
    at: now,
    waitMs: backOff(failures, firstDelayMs(false), Math.random, MAX_WAIT_MS),
    failures,
    since: last && last.failures > 0 ? last.since : now,
    messageId: last?.about === about ? last.messageId : messageIdFor(context, now),
    about,
  }
  // The mail counts as failed until its result is known: the gateway may die now.
  await store.write((tx) => writeWaitingMail(tx, mail))
  const handover = await send(context, messages, mail.messageId, stopping)
  const reply = handover.redacted
  if (handover.kind === 'failed') {
    const first = firstDelayMs(handover.isPermanent)
    const waitMs = backOff(failures, first, Math.random, MAX_WAIT_MS)
    await store.write((tx) => writeWaitingMail(tx, { ...mail, waitMs }))
    log.warn({ reply, again: new Date(now + waitMs).toISOString() }, 'review deferred')
    return
  }
  await store.write(async (tx) => {
    await writeWaitingMail(tx, { ...mail, failures: 0, waitMs: INTERVAL_MS })
    await markTold(tx, ids, { reported_at: now })
  })
  log.info({ ...countStates(messages), reply }, 'review sent')
}

function messageIdFor({ account }: DeliveryContext, now: number): string {
  return `<${newMessageId(now)}@${domainOf(account.sender.from)}>`
}

/** Sends the mail. A mail whose content is refused goes again at once, in five lines. */
async function send(
  context: DeliveryContext,
  messages: Waiting[],
  messageId: string,
  stopping?: AbortSignal,
): Promise<Handover> {
  const { account, clock, outgoing, attemptMs = ATTEMPT_MS } = context
  const { transport } = outgoing
  if (!transport) return ownFailure('No mail server is set')
  const timeout = AbortSignal.timeout(attemptMs)
  const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout
  const variables = variablesOf(context, messages)
  const source = {
    id: messageId,
    template_params: JSON.stringify(variables),
    message_id_header: messageId,
    received_at: clock(),
  }
  const mail = composeMail(source, account.review, account.sender)
  const handover = await transport.send(mail, signal)
  if (handover.kind === 'sent' || handover.stage !== 'content') return handover
  return transport.send(inFiveLines(mail, variables, account.sender.site), signal)
}

/** What a filter could object to is left out: links, and whatever an own template adds. */
function inFiveLines(mail: OutgoingMail, variables: Variables, site: string): OutgoingMail {
  const { html, ...rest } = mail
  const text = [
    `${variables.title} on ${site}.`,
    'No message is lost: all of them are stored.',
    'Your mail server refused the mail that lists them, so this one has no links.',
    'List them:',
    variables.list_command,
  ]
  return { ...rest, text: `${text.join('\n')}\n` }
}

/** What waits, for a title: "Held for review: one message, not delivered: 2 messages". */
export function titleOf({ held, failed, queued }: WaitingCounts): string {
  const title = [
    ...(held > 0 ? [`held for review: ${describeCount(held)}`] : []),
    ...(failed > 0 ? [`not delivered: ${describeCount(failed)}`] : []),
    ...(queued > 0 ? [`not delivered yet: ${describeCount(queued)}`] : []),
  ].join(', ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function describeWait({ state, reason }: Waiting): string {
  if (state === 'failed') return 'It could not be delivered.'
  if (state === 'queued') return 'Your mail server has not taken it yet.'
  // A mail with a word of the owner's list could be refused for it.
  return `Held: ${reason?.replace(/".*"/, 'one of your words')}.`
}

type Variables = ReturnType<typeof variablesOf>

/** The variables of the mail. It quotes nothing that a stranger wrote. */
function variablesOf({ account, links, clock }: DeliveryContext, messages: Waiting[]) {
  const counts = countStates(messages)
  const { held, failed, queued } = counts
  const hasList = messages.length > MAX_LINKS
  const linked = messages.slice(0, hasList ? 0 : MAX_LINKS).map((message) => ({
    received: formatTime(message.received_at, 'en', account.sender.timeZone),
    reason: describeWait(message),
    link: links.urlOf(message.id, clock()) ?? '',
  }))
  const list = hasList ? (links.urlOf(WAITING, clock()) ?? '') : ''
  const hasLinks = linked.some(({ link }) => link)
  const [state, ...others] = MESSAGE_STATES.filter((one) => one !== 'sent' && counts[one] > 0)
  return {
    title: titleOf(counts),
    held: held > 0 && describeCount(held),
    failed: failed > 0 && describeCount(failed),
    queued: queued > 0 && describeCount(queued),
    messages: linked,
    list,
    has_links: hasLinks,
    has_no_links: !list && !hasLinks,
    action: held > 0 ? 'Release' : 'Retry',
    action_command: ownCommand('messages', `${held > 0 ? 'release' : 'retry'} ID`),
    list_command: ownCommand('messages', others.length > 0 ? 'list' : `list --state ${state}`),
  }
}
