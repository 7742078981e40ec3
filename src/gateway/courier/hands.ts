import { routesTo, serviceOf } from '../accounts.ts'
import { textOf } from '../error-text.ts'
import type { Gateway } from '../gateway.ts'
import type { Message } from '../store/database.ts'
import type { Busy } from '../store/queue.ts'
import { deliver } from './deliver.ts'

/** The messages that are on their way. */
export type Hands = {
  inHand: () => Message[]
  /** Delivers a claimed message, and by the same server what has waited for that. */
  start: (message: Message) => void
  /** Waits until nothing is in hand. */
  empty: () => Promise<void>
}

type Ends = { stopping: AbortSignal; giveUp: AbortSignal }

export function createHands(
  gateway: Gateway,
  { stopping, giveUp }: Ends,
  onFree: () => void,
): Hands {
  const works = new Map<Promise<void>, Message>()
  const inHand = () => [...works.values()]
  const start = (message: Message) => {
    const afterwards = {
      busy: () => (stopping.aborted ? undefined : busyBeside(gateway, message, inHand())),
      take: start,
    }
    const work = deliver(gateway, message, giveUp, afterwards)
      .catch((error) => complain(gateway, error))
      .finally(() => {
        works.delete(work)
        onFree()
      })
    works.set(work, message)
  }
  const empty = async () => {
    // What was claimed at the last moment comes in addition.
    while (works.size > 0) await Promise.all(works.keys())
  }
  return { inHand, start, empty }
}

/** What is left to claim for a hand that gets free: mails by the same server, whose place it keeps. */
function busyBeside({ accounts }: Gateway, message: Message, inHand: Message[]): Busy | undefined {
  const account = accounts.get(message.account)
  const own = account && serviceOf(account, message.service)
  if (!own) return undefined
  const servers = [...accounts.values()].flatMap(({ services }) => [...services.values()])
  const others = new Set(servers.filter((server) => server !== own))
  return {
    routes: routesTo(others, accounts.values()),
    ids: inHand.map(({ id }) => id),
  }
}

export function complain({ log }: Gateway, error: unknown) {
  const text = textOf(error)
  log('error', 'courier stumbled', { error: text })
}
