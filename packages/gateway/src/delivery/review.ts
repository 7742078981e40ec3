import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainOf } from '../address.ts'
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
import { type Loop, startLoop } from './loop.ts'
import { type Handover, type OutgoingMail, ownFailure } from './transport.ts'

/** At most this often the mail about messages that wait is sent or tried. */
const INTERVAL_MS = 15 * 60_000
/** What waited while no gateway ran gets its first attempts before the first look. */
const LOOK_MS = 15_000
/** More messages than these get one link, to the list. */
const MAX_LINKS = 20

/**
 * Mails the owner which messages wait: held, failed, or queued for an hour. It is made of the state of the rows when it
 * is due, after visitors' messages that no server has refused. What it meets changes nothing for the messages.
 */
export function startReviews(context: DeliveryContext): Loop {
  return startLoop(context.log, 'review failed', async (stopping) => {
    await sleep(LOOK_MS, undefined, { signal: stopping, ref: false })
    if (context.isDelivering()) await mailWaiting(context, stopping)
    return 0
  })
}

export async function mailWaiting(context: DeliveryContext, stopping?: AbortSignal): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const last = await readWaitingMail(store.db)
  const messages = await waitingToMail(store.db, now)
  if (messages.length === 0) {
    // The owner has seen to all of them while it could not be sent.
    if (last?.failingSince) await store.write((tx) => writeWaitingMail(tx, null))
    return
  }
  // A mail from the future does not count: it was sent while the clock was ahead.
  if (last && now >= last.at && now - last.at < INTERVAL_MS) return
  if (await hasUnrefused(store.db)) return
  const ids = messages.map(({ id }) => id)
  const failingSince = last?.failingSince ?? now
  // The mail counts as failed until its result is known: the gateway may die now.
  await store.write((tx) => writeWaitingMail(tx, { at: now, failingSince }))
  const messageId = messageIdFor(context, failingSince, ids)
  const { kind, redacted: reply } = await send(context, messages, messageId, stopping)
  if (kind === 'failed') {
    const again = new Date(now + INTERVAL_MS).toISOString()
    return log.warn({ reply, again }, 'review deferred')
  }
  await store.write(async (tx) => {
    await writeWaitingMail(tx, { at: now, failingSince: null })
    await markTold(tx, ids, { reported_at: now })
  })
  log.info({ ...countStates(messages), reply }, 'review sent')
}

/** The Message-ID: one for each set of messages. A mail program drops another mail with the same one as a copy. */
function messageIdFor({ account }: DeliveryContext, failingSince: number, ids: string[]): string {
  const hash = createHash('sha256').update([failingSince, ...ids].join('\n'))
  return `<${hash.digest('hex').slice(0, 32)}@${domainOf(account.sender.from)}>`
}

/** Sends the mail. A mail that is refused goes again at once, in five lines. */
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
  if (handover.kind === 'sent' || handover.stage !== 'mail') return handover
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
  return {
    title: titleOf(counts),
    held: held > 0 && describeCount(held),
    failed: failed > 0 && describeCount(failed),
    queued: queued > 0 && describeCount(queued),
    messages: linked,
    list,
    has_links: hasLinks,
    has_no_links: !list && !hasLinks,
    list_command: ownCommand('messages', 'list'),
  }
}
