import { randomBytes } from 'node:crypto'

/** The visitor's fields. */
export type Variables = { [name: string]: string }

export const MESSAGE_STATES = ['queued', 'held', 'sent', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * A visitor's message, an automatic reply to a visitor, a list of messages for the owner to review, or an event of
 * which the owner gets a notice, once for each way. Their mail templates have the same names.
 */
export const MESSAGE_KINDS = ['message', 'auto-reply', 'review', 'event'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What an event is, in the column `template`. */
export type EventType =
  | 'message.received'
  | 'message.held'
  | 'transport.paused'
  | 'transport.resumed'
  | 'delivery.failed'
  | 'storage.full'
  | 'test'

/** A message to store. */
export type NewMessage = {
  id: string
  kind: MessageKind
  account: string
  service: string
  transport: string
  template: string
  /** The address of a visitor who wrote it or gets it. */
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

/** Where a notice leaves, and the account that it is for; none for the owner of the gateway. */
export type Way = { account: string; transport: string }

export type Event = { type: EventType; variables: object; from: string; now: number }

/** An event, as a notice for one way. */
export function noticeFor(way: Way, { type, ...event }: Event): NewMessage {
  const { transport } = way
  return {
    id: newMessageId(event.now),
    kind: 'event',
    service: transport,
    template: type,
    ...way,
    ...event,
  }
}

type Notified = { publicKey: string; notices: Map<string, unknown>; sender: { from: string } }

/** An event of an account, as a notice for each of its ways. */
export function noticesTo(
  { publicKey, notices, sender }: Notified,
  event: Omit<Event, 'from'>,
): NewMessage[] {
  return [...notices.keys()].map((transport) =>
    noticeFor({ account: publicKey, transport }, { ...event, from: sender.from }),
  )
}
