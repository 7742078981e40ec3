import type { Database, Message } from '../../gateway/store/database.ts'
import { findMessages, listMessages } from '../../gateway/store/messages.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { failed, type Report } from './command.ts'
import { shortName, wordsOf } from './describe.ts'

const LATEST = 'latest'
const MOST_CANDIDATES = 5

export type Called = { ok: true; messages: Message[] } | { ok: false; report: Report }

/** The messages that names stand for: all of them, or the reason why one is not found. */
export async function callByName(db: Database, names: string[]): Promise<Called> {
  const messages = new Map<string, Message>()
  for (const name of names) {
    const found = await candidatesFor(db, name.trim().toLowerCase())
    const [message] = found
    if (!message || found.length > 1) return { ok: false, report: failed(complain(name, found)) }
    messages.set(message.id, message)
  }
  return { ok: true, messages: [...messages.values()] }
}

async function candidatesFor(db: Database, name: string): Promise<Message[]> {
  if (name === LATEST) return listMessages(db, {}, { limit: 1, offset: 0 })
  const found = await findMessages(db, name, MOST_CANDIDATES + 1)
  const exact = found.find(({ id }) => id === name)
  return exact ? [exact] : found
}

function complain(name: string, found: Message[]): string {
  const shown = harmlessLine(name)
  if (found.length === 0) {
    return (
      `There is no message "${shown}". A name is what the first column of "list" shows, ` +
      'the beginning or end of the whole name, or "latest".'
    )
  }
  const lines = found.slice(0, MOST_CANDIDATES).map((message) => {
    const { name: visitor, subject } = wordsOf(message)
    return `  ${message.id}  ${[visitor, subject].filter(Boolean).join(': ')}`
  })
  const more = found.length > MOST_CANDIDATES ? ['  ...'] : []
  return [`"${shown}" may mean several messages:`, ...lines, ...more].join('\n')
}

/** The line that stands for a message where something is said about it. */
export function titleOf(message: Message): string {
  const { name, subject } = wordsOf(message)
  return [shortName(message.id), [name, subject].filter(Boolean).join(': ')].join('  ')
}
