import { createHash } from 'node:crypto'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import { EMAIL_FIELD, NAME_FIELD } from '../protocol.ts'
import type { Message } from '../store/database.ts'
import {
  arrivedToNotify,
  countWaiting,
  mailStandsStill,
  markNotified,
  readSetting,
  waitingToNotify,
  writeSetting,
} from '../store/notices.ts'
import { readFields } from '../visitor-fields.ts'
import type { DeliveryContext } from './context.ts'
import { describeCount, fill, mailTextIn } from './mail-text.ts'
import { type Notice, postNotice } from './post-notice.ts'

/** How often rows are looked at without a reason. */
const INTERVAL_MS = 15_000
/** After a notice that was not taken. */
const RETRY_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** So many messages at once are one notice. */
const MAX_SINGLE = 20
/** How many waiting messages a notice links. */
const MAX_LINKED = 5
const STALLED = 'mail stands still'
/** What waited while no gateway ran gets its first attempts before it is told. */
const FIRST_ATTEMPTS_MS = 5 * 60_000

type Notices = { wake: () => void; stop: () => Promise<unknown> }

/** Posts what the owner is to know to NOTICE_URL, one request at a time, and never holds up a mail. */
export function startNotices(context: DeliveryContext): Notices {
  const { configuration, clock, log } = context
  const { NOTICE_URL: url } = configuration
  if (!url) return { wake: () => {}, stop: async () => {} }
  const stopping = new AbortController()
  const startedAt = clock()
  let retryAt = 0
  let running: Promise<void> | undefined
  let isWoken = false
  const tell = async (notice: Notice) => {
    const fault = await postNotice(
      { ...notice, now: clock() },
      { ...configuration, url },
      stopping.signal,
    )
    if (!fault) {
      log.info({ type: notice.type }, 'notice sent')
      return true
    }
    if (stopping.signal.aborted) return false
    retryAt = clock() + RETRY_MS
    log.warn(
      { type: notice.type, reply: fault, again: new Date(retryAt).toISOString() },
      'notice deferred',
    )
    return false
  }
  const run = async () => {
    try {
      do {
        isWoken = false
        // After a clock that was set back, too.
        const waitMs = retryAt - clock()
        if (waitMs > 0 && waitMs <= RETRY_MS) return
        await oneRound(context, tell, clock() - startedAt >= FIRST_ATTEMPTS_MS)
      } while (isWoken && !stopping.signal.aborted)
    } catch (error) {
      log.error({ error: textOf(error) }, 'notices failed')
    }
  }
  const wake = () => {
    isWoken = true
    if (stopping.signal.aborted) return
    running ??= run().finally(() => {
      running = undefined
    })
  }
  const timer = setInterval(wake, INTERVAL_MS).unref()
  wake()
  return {
    wake,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

type Tell = (notice: Notice) => Promise<boolean>

/** Tells all that is new, in turn, until a notice is not taken. The gateway that delivers does it. */
async function oneRound(context: DeliveryContext, tell: Tell, hasTried: boolean): Promise<void> {
  if (!context.isDelivering()) return
  const steps = [...(hasTried ? [tellStandstill] : []), tellArrived, tellWaiting]
  for (const step of steps) if (!(await step(context, tell))) return
}

/** Tells that mail stands still, once a day while it lasts, and that it does no more. */
async function tellStandstill({ store, clock }: DeliveryContext, tell: Tell): Promise<boolean> {
  const now = clock()
  const since = await mailStandsStill(store.db, now)
  const told = JSON.parse((await readSetting(store.db, STALLED)) ?? 'null')
  if (since === undefined) {
    if (!told) return true
    const ended: Notice = {
      id: idOf('mail.resumed', told.since),
      type: 'mail.resumed',
      title: 'Mail leaves again',
      text: 'Your mail server takes mails again. What waited is being sent.',
      at: now,
      data: { since: new Date(told.since).toISOString() },
    }
    if (!(await tell(ended))) return false
    await store.write((tx) => writeSetting(tx, STALLED, null))
    return true
  }
  if (told && now - told.at < DAY_MS) return true
  const { queued } = await countWaiting(store.db, now)
  const notice: Notice = {
    id: idOf('mail.stalled', told?.since ?? since, Math.floor(now / DAY_MS)),
    type: 'mail.stalled',
    title: 'Mail stands still',
    text:
      `Your mail server has taken nothing for an hour, and ${describeCount(queued)} waited all the while. ` +
      `No message is lost. ${ownCommand('doctor')} says what to repair.`,
    at: now,
    data: { since: new Date(since).toISOString(), queued },
  }
  if (!(await tell(notice))) return false
  const state = JSON.stringify({ since: told?.since ?? since, at: now })
  await store.write((tx) => writeSetting(tx, STALLED, state))
  return true
}

/** Tells that messages came: each alone, or many as their number. */
async function tellArrived(context: DeliveryContext, tell: Tell): Promise<boolean> {
  const { store, clock, account } = context
  const now = clock()
  const messages = await arrivedToNotify(store.db, now - DAY_MS)
  const { site } = account.sender
  if (messages.length > MAX_SINGLE) {
    const ids = messages.map(({ id }) => id)
    const count = ids.length
    const title = `${describeCount(count)} on ${site}`
    const text = `${describeCount(count)} came on ${site}. They are in your mailbox, or on their way.`
    const type = 'messages.received'
    const notice: Notice = {
      id: idOf(type, ...ids),
      type,
      title,
      text,
      at: now,
      data: { site, count },
    }
    if (!(await tell(notice))) return false
    await store.write((tx) => markNotified(tx, ids, 'received'))
    return true
  }
  for (const message of messages) {
    if (!(await tell(arrival(message, context)))) return false
    await store.write((tx) => markNotified(tx, [message.id], 'received'))
  }
  return true
}

/** Who wrote, in the language of the site, and not what. */
function arrival(message: Message, { account }: DeliveryContext): Notice {
  const { sender } = account
  const { [NAME_FIELD]: name = '', [EMAIL_FIELD]: email = '' } = readFields(message)
  const { text } = mailTextIn(sender.language)
  const who = name.trim() || text.somebody
  return {
    id: message.id,
    type: 'message.received',
    title: fill(text.wrote, { name: who }),
    text: fill(text.through, {
      name: email ? `${who} <${email}>` : who,
      host: sender.host ?? sender.site,
    }),
    at: message.received_at,
    data: { message: message.id, site: sender.site, name, email },
  }
}

/** Tells that messages wait: held, failed, or queued for more than an hour. It quotes nothing of them. */
async function tellWaiting(context: DeliveryContext, tell: Tell): Promise<boolean> {
  const { store, clock, account, links } = context
  const now = clock()
  const messages = await waitingToNotify(store.db, now)
  if (messages.length === 0) return true
  const ids = messages.map(({ id }) => id)
  const count = (state: Message['state']) => messages.filter((one) => one.state === state).length
  const counts = { held: count('held'), failed: count('failed'), queued: count('queued') }
  const parts = [
    ...(counts.held > 0 ? [`held for review: ${describeCount(counts.held)}`] : []),
    ...(counts.failed > 0 ? [`not delivered: ${describeCount(counts.failed)}`] : []),
    ...(counts.queued > 0 ? [`not delivered yet: ${describeCount(counts.queued)}`] : []),
  ].join(', ')
  const linked = messages
    .slice(0, MAX_LINKED)
    .map(({ id, state }) => ({ message: id, state, link: links.urlOf(id, now) ?? null }))
  const shown = linked.flatMap(({ link }) => (link ? [link] : []))
  const more = messages.length - shown.length
  const { site } = account.sender
  const type = 'message.waiting'
  const title = `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`
  const notice: Notice = {
    id: idOf(type, ...ids),
    type,
    title: `${title} on ${site}`,
    text: [
      `${title} on ${site}.`,
      ...shown,
      ...(more > 0
        ? [`${shown.length > 0 ? 'All' : 'See'}: ${ownCommand('messages', 'list')}`]
        : []),
    ].join('\n'),
    at: now,
    data: { site, ...counts, messages: linked },
  }
  if (!(await tell(notice))) return false
  await store.write((tx) => markNotified(tx, ids, 'waiting'))
  return true
}

/** The same for the same news, so that the receiver of a repeat can drop it. */
function idOf(...what: (string | number)[]): string {
  return createHash('sha256').update(what.join('\n')).digest('base64url').slice(0, 22)
}
