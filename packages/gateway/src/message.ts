import { randomBytes } from 'node:crypto'

/** The visitor's fields. */
export type Variables = { [name: string]: string }

export const MESSAGE_STATES = ['queued', 'held', 'sent', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** A message to store. */
export type NewMessage = {
  id: string
  account: string
  template: string
  /** The address of the visitor who wrote it. */
  sender?: string
  /** Why it is held. */
  reason?: string | null
  mayReply?: boolean
  /** Whether the owner is not told that it is held. */
  isUnreported?: boolean
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
