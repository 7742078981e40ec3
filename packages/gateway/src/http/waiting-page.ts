import { type MessageLinks, REVIEW_PATH, VALID_MS } from '../message-links.ts'
import { summarize } from '../message-view.ts'
import type { Database, Message } from '../store/database.ts'
import { settledUntil, waitingUntil } from '../store/notices.ts'
import { formatTime } from '../time.ts'
import { escapeHtml } from './result-page.ts'

/** More are a number. The buttons are for all. */
const MAX_LISTED = 200
const MAX_FIRST_WORDS = 200
/** A request is answered within 12 s, so what was received before is stored, and no message comes between the list and a button. */
const STORED_AFTER_MS = 15_000

export const WAITING_STYLE = `
ul { margin: 1.5rem 0; padding: 0; list-style: none }
li { padding: 0.75rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); overflow-wrap: anywhere }
li a { display: inline-block; padding: 0.5625rem 0 }
.words { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
`

const STATES = { held: 'Held', failed: 'Not delivered', queued: 'Not delivered yet', sent: '' }

type View = {
  db: Database
  links: MessageLinks
  token: string
  expiresAt: number
  timeZone: string | undefined
  now: number
}

/** The page that lists what waits, for the owner who has its link. */
export async function renderWaiting(view: View): Promise<[title: string, body: string]> {
  const { db, links, token, expiresAt, timeZone, now } = view
  const until = now - STORED_AFTER_MS
  const { counts, messages } = await waitingUntil(db, now, until, MAX_LISTED)
  const count = counts.held + counts.failed + counts.queued
  if (count === 0) return ['No message waits', '<p>Nothing is held, and all mails have left.</p>']
  const valid = `This link works until ${formatTime(expiresAt, 'en', timeZone)}, for anyone who has it.`
  const entries = messages.map((message) => {
    // A link of the list is valid no longer than the list.
    const address = links.urlOf(message.id, expiresAt - VALID_MS)
    return entryOf(message, address, timeZone)
  })
  const more = count > messages.length ? `\n<p>And ${count - messages.length} more.</p>` : ''
  const buttons = counts.held + counts.failed > 0 ? buttonsOf(token, until) : ''
  const body = `${buttons}<ul>
${entries.join('\n')}
</ul>${more}
<p class="note">${valid}</p>`
  return [count === 1 ? 'One message waits' : `${count} messages wait`, body]
}

/** The ids of the messages that the buttons of a list are for. */
export function listedUntil(
  db: Database,
  now: number,
  until: string | undefined,
): Promise<string[]> {
  const time = Number(until)
  return settledUntil(db, now, Number.isFinite(time) ? Math.min(time, now - STORED_AFTER_MS) : 0)
}

function buttonsOf(token: string, until: number): string {
  const button = (action: string, label: string) =>
    `<button formaction="${REVIEW_PATH}/${token}/${action}?until=${until}">${label}</button>`
  return `<p>Released messages are delivered, and those that failed are tried again.</p>
<form method="post">
${button('release', 'Release all')}
<details>
<summary>Delete all</summary>
<p>This cannot be undone.</p>
${button('delete', 'Delete all for good')}
</details>
</form>
`
}

/** What a stranger wrote is text, and no link. */
function entryOf(message: Message, address: string | undefined, timeZone: string | undefined) {
  const { name, address: email, subject } = summarize(message)
  const words = [...subject.replace(/\s+/g, ' ')].slice(0, MAX_FIRST_WORDS).join('')
  const lines = [
    name && `<div dir="auto"><strong>${escapeHtml(name)}</strong></div>`,
    email && `<div dir="auto">${escapeHtml(email)}</div>`,
    words && `<div class="words" dir="auto">${escapeHtml(words)}</div>`,
    `<div class="note">${STATES[message.state]}, received ${formatTime(message.received_at, 'en', timeZone)}</div>`,
    address && `<a href="${escapeHtml(new URL(address).pathname)}">Read it and decide</a>`,
  ]
  return `<li>\n${lines.filter(Boolean).join('\n')}\n</li>`
}
