import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import type { Log } from '../log.ts'
import { type MessageState, readFields } from '../message.ts'
import { type MessageLinks, REVIEW_PATH, VALID_MS, WAITING } from '../message-links.ts'
import { type MessageView, summarize, viewMessage } from '../message-view.ts'
import { EMAIL_FIELD } from '../protocol.ts'
import { blockSender, isSenderBlocked, unblockSender } from '../store/accept-message.ts'
import type { Message } from '../store/database.ts'
import { attemptsOf, messageById, restartMessages } from '../store/messages.ts'
import { settledUntil, type WaitingCounts, waitingUntil } from '../store/notices.ts'
import { eraseMessages } from '../store/retention.ts'
import type { Store } from '../store/store.ts'
import { formatTime } from '../time.ts'
import { escapeHtml, ignoreBodies, PAGE_HEADERS, sendPage } from './result.ts'

/** At most so many messages are listed; of others the page gives the number. Its buttons apply to all. */
const MAX_LISTED = 200
/**
 * The list ends at this age. A request takes at most 12 s, so every older message is stored, and a button applies to
 * exactly those of the list.
 */
const STORED_AFTER_MS = 15_000

export type ReviewContext = {
  account: Account
  clock: () => number
  links: MessageLinks
  log: Log
  store: Store
  wake: () => void
}

type Params = { Params: { token: string; action: string }; Querystring: { until?: string } }

/**
 * The page of one message, or of all that wait, for the owner who has its link. Opening it changes nothing, because mail programs open
 * links too. What posts to it needs the token, which no other site knows.
 */
export async function reviewRoutes(
  app: FastifyInstance,
  { gateway }: { gateway: ReviewContext },
): Promise<void> {
  const { account, clock, links, log, store, wake } = gateway
  const { db } = store
  const { timeZone } = account.sender
  // A browser sends the empty form with a content type.
  ignoreBodies(app)

  const find = async (id: string) => {
    const message = id === WAITING ? undefined : await messageById(db, id)
    return message?.template_params ? message : undefined
  }

  app.get<Params>(`${REVIEW_PATH}/:token`, async ({ params: { token } }, reply) => {
    const now = clock()
    const link = links.read(token, now)
    if (!link) return sendPage(reply, 404, ...EXPIRED)
    const { id, expiresAt } = link
    const shown = { token, expiresAt, timeZone }
    if (id === WAITING) {
      const until = now - STORED_AFTER_MS
      const waiting = await waitingUntil(db, now, until, MAX_LISTED)
      return sendPage(reply, 200, ...waitingPage({ ...waiting, until, links }, shown))
    }
    const message = await find(id)
    if (!message) return sendPage(reply, 200, ...DELETED)
    const view = viewMessage(message, await attemptsOf(db, id), { now, timeZone })
    const sender = senderOf(message)
    const isBlocked = await isSenderBlocked(db, sender)
    return sendPage(reply, 200, ...messagePage({ message, view, sender, isBlocked }, shown))
  })

  /** The messages to which a button applies; on the page of a single message, its sender too. */
  const read = async (id: string, until: string | undefined) => {
    if (id === WAITING) return { sender: '', ids: await listedUntil(until) }
    const message = await find(id)
    const ids = message && RELEASE.has(message.state) ? [id] : []
    return { sender: message ? senderOf(message) : '', ids }
  }
  const listedUntil = (given: string | undefined) => {
    const latest = clock() - STORED_AFTER_MS
    const until = Number(given)
    return settledUntil(db, clock(), Number.isFinite(until) ? Math.min(until, latest) : 0)
  }

  app.post<Params>(`${REVIEW_PATH}/:token/:action`, async ({ params, query }, reply) => {
    const { token, action } = params
    const link = links.read(token, clock())
    if (link) {
      const { ids, sender } = await read(link.id, query.until)
      if (action === 'release') await restartMessages(store, ids, [...RELEASE.keys()], clock())
      if (action === 'delete') {
        await eraseMessages(store, ids)
        await store.truncateWal()
      }
      // Blocking no address would block everybody who gives none.
      if (action === 'block' && sender) await store.write((tx) => blockSender(tx, sender))
      if (action === 'unblock') await store.write((tx) => unblockSender(tx, sender))
      log.info({ id: link.id, action, messages: ids.length }, 'messages reviewed')
      wake()
    }
    return reply.headers(PAGE_HEADERS).redirect(`${REVIEW_PATH}/${token}`, 303)
  })
}

function senderOf(message: Message): string {
  return readFields(message)[EMAIL_FIELD] ?? ''
}

type Page = [title: string, body: string]

/** What queues a message again, by its state. One of them can also be deleted. */
const RELEASE = new Map<MessageState, string>([
  ['held', 'Release'],
  ['failed', 'Try again'],
])

const EXPIRED: Page = [
  'This link is not valid',
  '<p>A link to a message is valid for 7 days, and only as a whole. The message itself is not changed.</p>',
]
const DELETED: Page = ['This message is deleted', '<p>Nothing is left of it here.</p>']

/** The link by which a page was opened: what the page says of it, and needs to make others. */
type Link = { token: string; expiresAt: number; timeZone: string | undefined }

type Reviewed = { message: Message; view: MessageView; sender: string; isBlocked: boolean }

/** The page of one message. */
function messagePage({ message, view, sender, isBlocked }: Reviewed, link: Link): Page {
  const fields = view.rows.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`,
  )
  const release = RELEASE.get(message.state)
  const buttons = [
    release && button(link, 'release', release),
    sender && isBlocked && button(link, 'unblock', `Accept ${sender} again`),
    sender && !isBlocked && button(link, 'block', `Block ${sender}`),
    release && askFirst('Delete', button(link, 'delete', 'Delete for good')),
  ]
  const body = `<p>${view.text}</p>\n<dl>\n${fields.join('\n')}\n</dl>\n`
  return [view.title, body + formWith(buttons) + noteOn(link)]
}

type Waiting = { counts: WaitingCounts; messages: Message[]; until: number; links: MessageLinks }

/** The page that lists what waits. Its buttons are for all that was received until a time, listed or not. */
function waitingPage({ counts, messages, until, links }: Waiting, link: Link): Page {
  const count = counts.held + counts.failed + counts.queued
  if (count === 0) return ['No message waits', '<p>Nothing is held, and all mails have left.</p>']
  const buttons = [
    button(link, `release?until=${until}`, 'Release all'),
    askFirst('Delete all', button(link, `delete?until=${until}`, 'Delete all for good')),
  ]
  const explained =
    '<p>Released messages are delivered, and those that failed are tried again.</p>\n'
  const form = counts.held + counts.failed > 0 ? explained + formWith(buttons) : ''
  // A link of the list is valid no longer than the list.
  const entries = messages.map((message) =>
    entryOf(message, links.urlOf(message.id, link.expiresAt - VALID_MS), link),
  )
  const more = count > messages.length ? `<p>And ${count - messages.length} more.</p>\n` : ''
  const title = count === 1 ? 'One message waits' : `${count} messages wait`
  return [title, `${form}<ul>\n${entries.join('\n')}\n</ul>\n${more}${noteOn(link)}`]
}

const MAX_FIRST_WORDS = 200
const STATES = { held: 'Held', failed: 'Not delivered', queued: 'Not delivered yet', sent: '' }

/** What a stranger wrote is text, and no link. */
function entryOf(message: Message, address: string | undefined, { timeZone }: Link): string {
  const { name, address: email, subject } = summarize(message)
  const words = [...subject.replace(/\s+/g, ' ')].slice(0, MAX_FIRST_WORDS).join('')
  const received = formatTime(message.received_at, 'en', timeZone)
  const lines = [
    name && `<div dir="auto"><strong>${escapeHtml(name)}</strong></div>`,
    email && `<div dir="auto">${escapeHtml(email)}</div>`,
    words && `<div class="words" dir="auto">${escapeHtml(words)}</div>`,
    `<div class="note">${STATES[message.state]}, received ${received}</div>`,
    address && `<a href="${escapeHtml(new URL(address).pathname)}">Read it and decide</a>`,
  ]
  return `<li>\n${lines.filter(Boolean).join('\n')}\n</li>`
}

function button({ token }: Link, action: string, label: string): string {
  return `<button formaction="${REVIEW_PATH}/${token}/${action}">${escapeHtml(label)}</button>`
}

function askFirst(label: string, confirm: string): string {
  return `<details>\n<summary>${label}</summary>\n<p>This cannot be undone.</p>\n${confirm}\n</details>`
}

function formWith(buttons: (string | undefined | false)[]): string {
  return `<form method="post">\n${buttons.filter(Boolean).join('\n')}\n</form>\n`
}

function noteOn({ expiresAt, timeZone }: Link): string {
  const until = formatTime(expiresAt, 'en', timeZone)
  return `<p class="note">This link works until ${until}, for anyone who has it.</p>`
}
