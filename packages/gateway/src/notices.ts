import type { Account } from './accounts.ts'
import { type EventType, type NewMessage, newMessageId, type Variables } from './message.ts'

/** Where a notice leaves, and the account that it is for; none for the owner of the gateway. */
export type Way = { account: string; transport: string }

export type Event = { type: EventType; variables: Variables; from: string; now: number }

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

/** An event of an account, as a notice for each of its ways. */
export function noticesTo(
  { publicKey, notices, sender }: Account,
  event: Omit<Event, 'from'>,
): NewMessage[] {
  return [...notices.keys()].map((transport) =>
    noticeFor({ account: publicKey, transport }, { ...event, from: sender.from }),
  )
}
