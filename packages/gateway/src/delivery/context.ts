import type { Account } from '../account.ts'
import type { Configuration } from '../configuration.ts'
import type { Log } from '../log.ts'
import type { MessageLinks } from '../message-links.ts'
import type { Message } from '../store/database.ts'
import type { Store } from '../store/store.ts'
import type { TransportState } from './decide.ts'
import type { Transport } from './transport.ts'

/** How long an attempt may last: longer than its parts, of which the answer to a content takes up to ten minutes. */
export const ATTEMPT_MS = 13 * 60_000

/** How many messages may be in flight: some servers, such as Microsoft 365, allow no more than three connections. */
export const LANES = 3

/** The one transport of mails, undefined if none is set, and whether it delivers. */
export type Outgoing = { transport: Transport | undefined; state: TransportState }

/** Times in milliseconds that a caller may change. */
export type Times = {
  /** How long the database may take, and a visitor waits for it, if not 12 s. */
  waitMs?: number | undefined
  /** How long an attempt may last, if not `ATTEMPT_MS`. */
  attemptMs?: number | undefined
  /** How long the place of the gateway that delivers is valid without a renewal, if not 15 s. */
  placeMs?: number | undefined
  /** How long a stop waits for messages in flight, if not 8 s. */
  drainMs?: number | undefined
  /** How often the queue is looked at without a wake, if not 2 s. */
  lookMs?: number | undefined
  /** How long a message that was never refused waits behind a busy lane, if not 10 s. */
  busyAfterMs?: number | undefined
}

/** What the delivery needs of the gateway. */
export type DeliveryContext = Times & {
  configuration: Configuration
  account: Account
  store: Store
  log: Log
  clock: () => number
  outgoing: Outgoing
  /** Whether this gateway is the one that delivers. */
  isDelivering: () => boolean
  /** Wakes the delivery worker of this process: messages are due. */
  wake: () => void
  /** Sends the automatic reply to the visitor of a message, beside the messages. */
  reply: (message: Message) => void
  links: MessageLinks
}
