import { randomBytes } from 'node:crypto'
import { EMAIL_FIELD, NAME_FIELD } from './protocol.ts'

/** The visitor's fields. */
export type Variables = { [name: string]: string }

/** What needs attention comes first. */
export const MESSAGE_STATES = ['failed', 'held', 'queued', 'sent'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** Why a message of a blocked sender is held, before other reasons. It does not wait for the owner. */
export const BLOCKED_SENDER = 'blocked sender'

/** A message to store. */
export type NewMessage = {
  id: string
  template: string
  /** The address of the visitor who wrote it. */
  sender?: string
  /** Why it is held. */
  reason?: string | null
  mayReply?: boolean
  /** The From address of its mail. */
  from: string
  /** The page of its form, if the browser names it. */
  page?: string | undefined
  variables: object
  now: number
}

/** Creates an id that sorts by time, so that lists and files are in order. */
export function newMessageId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}-${randomBytes(8).toString('hex')}`
}

/** The names that forms of EmailJS have for the address and the name of a visitor, the first one first. */
export const ALIASES = [
  [EMAIL_FIELD, ['email', 'from_email', 'reply_to']],
  [NAME_FIELD, ['name', 'from_name']],
] as const

/** All names of a field. */
export function namesOf(field: string): readonly string[] {
  const [, aliases = []] = ALIASES.find(([own]) => own === field) ?? []
  return [field, ...aliases]
}

/** Bidirectional control characters, which make a text look different from what it is, such as a file name. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Reads the stored fields of a message for people, with line ends as LF. */
export function readFields({ template_params }: { template_params: string | null }): Variables {
  return JSON.parse((template_params ?? '{}').replace(BIDI_CONTROLS, ''), (_, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  )
}
