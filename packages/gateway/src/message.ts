import { randomBytes } from 'node:crypto'

/** The visitor's fields. */
export type Variables = { [name: string]: string }

export const MESSAGE_STATES = ['queued', 'held', 'sent', 'failed'] as const
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
