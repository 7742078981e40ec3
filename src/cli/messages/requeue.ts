import type { Message } from '../../gateway/store/database.ts'
import { announce } from '../../gateway/store/outbox.ts'
import { callByName, titleOf } from './call-by-name.ts'
import type { Report, StoreCall } from './command.ts'

/** Why a message cannot be put back into the queue; nothing where it has just been. */
export type Refusal = string | undefined

/** Puts the named messages into the queue, each by one statement, and says what came of each. */
export async function requeue(
  { words, store }: StoreCall,
  change: (message: Message) => Promise<Refusal>,
): Promise<Report> {
  const called = await callByName(store.db, words)
  if (!called.ok) return called.report
  const results: { message: Message; refusal: Refusal }[] = []
  for (const message of called.messages) results.push({ message, refusal: await change(message) })
  const queued = results.filter(({ refusal }) => refusal === undefined)
  const refused = results.filter(({ refusal }) => refusal !== undefined)
  if (queued.length > 0) await announce(store)
  const text = [
    ...queued.map(({ message }) => `queued   ${titleOf(message)}`),
    ...refused.map(({ message, refusal }) => `refused  ${titleOf(message)}\n         ${refusal}`),
    ...(queued.length > 0 ? ['', 'A running gateway sends within half a minute.'] : []),
  ].join('\n')
  return {
    exitCode: refused.length > 0 ? 1 : 0,
    text,
    data: {
      queued: queued.map(({ message }) => message.id),
      refused: refused.map(({ message, refusal }) => ({ id: message.id, reason: refusal })),
    },
  }
}

export const REQUEUE_JSON =
  '--json gives { queued: [id], refused: [{ id, reason }] }. Exit code 1 where one was refused.'
export const WORDS_DELETED = 'Its words have been deleted; there is nothing left to send.'
