import { createHash } from 'node:crypto'
import { readFields } from '../message.ts'
import { WAITING } from '../message-links.ts'
import { ownCommand } from '../own-command.ts'
import { EMAIL_FIELD, NAME_FIELD } from '../protocol.ts'
import type { InTransaction, Message } from '../store/database.ts'
import {
  arrivedToNotify,
  countStates,
  mailStandsStill,
  markTold,
  readSetting,
  waitingToNotify,
  writeSetting,
} from '../store/notices.ts'
import { describeCount, fill, mailTextIn } from './compose.ts'
import type { DeliveryContext } from './context.ts'
import { type Loop, startLoop } from './loop.ts'
import { type Notice, postNotice } from './post-notice.ts'
import { titleOf } from './review.ts'

/** How often rows are looked at. */
const LOOK_MS = 2000
/** The pause after a notice that the receiver did not take. */
const RETRY_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** More messages at once than these are one notice. */
const MAX_SINGLE = 20
const STALLED = 'mail stands still'
/** After a start, messages that waited while no gateway ran are tried for this long before they are reported. */
const FIRST_ATTEMPTS_MS = 5 * 60_000

/** Posts what the owner is to know to NOTICE_URL, one request at a time, and never holds up a mail. */
export function startNotices(context: DeliveryContext): Loop | undefined {
  const { configuration, clock, log } = context
  const { NOTICE_URL: url } = configuration
  if (!url) return undefined
  const startedAt = clock()
  let retryAt = 0
  return startLoop(log, 'notices failed', async (stopping) => {
    const post = async ({ record, ...notice }: News) => {
      const { type } = notice
      const fault = await postNotice(
        { ...notice, now: clock() },
        { ...configuration, url },
        stopping,
      )
      stopping.throwIfAborted()
      if (fault) {
        log.warn({ type, reply: fault, again: new Date(retryAt).toISOString() }, 'notice deferred')
        return false
      }
      log.info({ type }, 'notice sent')
      await context.store.write(record)
      return true
    }
    const waitMs = retryAt - clock()
    // A longer wait than a pause means that the clock was set back.
    const isDue = waitMs <= 0 || waitMs > RETRY_MS
    if (!isDue) return LOOK_MS
    // Set before the post: a notice that was posted and cannot be recorded is not repeated at once either.
    retryAt = clock() + RETRY_MS
    if (await oneRound(context, post, clock() - startedAt >= FIRST_ATTEMPTS_MS)) retryAt = 0
    return LOOK_MS
  })
}

/** A notice, and what records that it was taken. */
type News = Notice & { record: (tx: InTransaction) => Promise<void> }

/** Posts all that is new, in turn, if this is the gateway that delivers. Returns whether all of it was taken. */
async function oneRound(
  context: DeliveryContext,
  post: (news: News) => Promise<boolean>,
  hasTried: boolean,
): Promise<boolean> {
  if (!context.isDelivering()) return true
  let areTaken = true
  // Arrivals last: a stranger who sends many must not delay the notice that messages wait.
  for (const newsOf of [...(hasTried ? [standstill] : []), waiting, arrivals]) {
    for (const news of await newsOf(context)) {
      if (!(await post(news))) areTaken = false
    }
  }
  return areTaken
}

/** The notice that mail stands still, once a day while it lasts, and the one that it resumed. */
async function standstill({ store, clock }: DeliveryContext): Promise<News[]> {
  const now = clock()
  const stalledSince = await mailStandsStill(store.db, now)
  // Since when the last standstill lasts, null after its end, and when it was last reported.
  const reported = await readSetting<{ since: number | null; at: number }>(store.db, STALLED)
  const since = reported?.since ?? stalledSince
  if (since === undefined) return []
  const facts = { at: now, data: { since: new Date(since).toISOString() } }
  if (stalledSince === undefined) {
    return [
      {
        ...identify('mail.resumed', reported?.at ?? 0),
        ...facts,
        title: 'Mail stands still no longer',
        text: 'Your mail server has taken a mail, or no message waits any more.',
        record: (tx) => writeSetting(tx, STALLED, { since: null, at: now }),
      },
    ]
  }
  if (reported && reported.since !== null && now - reported.at < DAY_MS) return []
  return [
    {
      ...identify('mail.stalled', reported?.at ?? 0),
      ...facts,
      title: 'Mail stands still',
      text:
        'Your mail server has taken nothing for an hour, and mail waited all the while. ' +
        `No message is lost. ${ownCommand('doctor')} says what to repair.`,
      record: (tx) => writeSetting(tx, STALLED, { since, at: now }),
    },
  ]
}

/** The notices of messages that came: one each, or one with the number of many. */
async function arrivals(context: DeliveryContext): Promise<News[]> {
  const { store, clock, account } = context
  const now = clock()
  const messages = await arrivedToNotify(store.db, now - DAY_MS)
  if (messages.length <= MAX_SINGLE) return messages.map((message) => arrival(message, account))
  const { site } = account.sender
  const ids = messages.map(({ id }) => id)
  const count = describeCount(ids.length)
  return [
    {
      ...identify('messages.received', ...ids),
      title: `${count} on ${site}`,
      text: `${count} came on ${site}. They are in your mailbox, or on their way.`,
      at: now,
      data: { site, count: ids.length },
      record: (tx) => markTold(tx, ids, { notified: 'received' }),
    },
  ]
}

/** Who wrote, in the language of the site, and not what. */
function arrival(message: Message, { sender }: DeliveryContext['account']): News {
  const { [NAME_FIELD]: name = '', [EMAIL_FIELD]: email = '' } = readFields(message)
  const { text } = mailTextIn(sender.language)
  const who = name.trim() || text.somebody
  const sentBy = email ? `${who} <${email}>` : who
  return {
    id: message.id,
    type: 'message.received',
    title: fill(text.wrote, { name: who }),
    text: fill(text.through, { name: sentBy, host: sender.host ?? sender.site }),
    at: message.received_at,
    data: { message: message.id, site: sender.site, name, email },
    record: (tx) => markTold(tx, [message.id], { notified: 'received' }),
  }
}

/** The notice that messages wait: held, failed, or queued for more than an hour. It quotes none of them. */
async function waiting({ store, clock, account, links }: DeliveryContext): Promise<News[]> {
  const now = clock()
  const messages = await waitingToNotify(store.db, now)
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const counts = countStates(messages)
  const { site } = account.sender
  const title = `${titleOf(counts)} on ${site}`
  const link = links.urlOf(WAITING, now)
  return [
    {
      ...identify('message.waiting', ...ids),
      title,
      text: `${title}.\n${link ?? ownCommand('messages', 'list')}`,
      at: now,
      data: { site, ...counts, messages: ids, link: link ?? null },
      record: (tx) => markTold(tx, ids, { notified: 'waiting' }),
    },
  ]
}

/** The same id for the same news, so that the receiver of a repeat can drop it. */
function identify(type: Notice['type'], ...about: (string | number)[]) {
  const hash = createHash('sha256').update([type, ...about].join('\n'))
  return { id: hash.digest('base64url').slice(0, 22), type }
}
