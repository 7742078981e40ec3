import type { MessageState } from '../message.ts'
import { type MessageLinks, REVIEW_PATH, VALID_MS } from '../message-links.ts'
import { type MessageView, summarize } from '../message-view.ts'
import type { Message } from '../store/database.ts'
import type { WaitingCounts } from '../store/notices.ts'
import { formatTime } from '../time.ts'
import { escapeHtml } from './page.ts'

type Page = [title: string, body: string]

/** What queues a message again, by its state. One of them can also be deleted. */
export const RELEASE = new Map<MessageState, string>([
  ['held', 'Release'],
  ['failed', 'Try again'],
])

export const EXPIRED: Page = [
  'This link is not valid',
  '<p>A link to a message is valid for 7 days, and only as a whole. The message itself is not changed.</p>',
]
export const DELETED: Page = ['This message is deleted', '<p>Nothing is left of it here.</p>']

/** The link by which a page was opened: what the page says of it, and needs to make others. */
type Link = { token: string; expiresAt: number; timeZone: string | undefined }

type Reviewed = { message: Message; view: MessageView; sender: string; isBlocked: boolean }

/** The page of one message. */
export function messagePage({ message, view, sender, isBlocked }: Reviewed, link: Link): Page {
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
export function waitingPage({ counts, messages, until, links }: Waiting, link: Link): Page {
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
