import type { Message } from '../../gateway/store/database.ts'
import { releaseMessage } from '../../gateway/store/messages.ts'
import { defineCommand, failed } from './command.ts'
import { shortName } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { REQUEUE_JSON, type Refusal, requeue, WORDS_DELETED } from './requeue.ts'

export const release = defineCommand({
  name: 'release',
  summary: 'Sends held messages on',
  words: 'NAME...',
  fewestWords: 1,
  mostWords: Number.POSITIVE_INFINITY,
  options: {},
  examples: [
    ['release 3fa9c1', 'one held message'],
    ['release 3fa9c1 77b0e2', 'two of them'],
  ],
  notes: [REQUEUE_JSON],
  run: (call) =>
    requeue(call, async (message) => {
      const isReleased = await releaseMessage(call.store.db, message.id, call.now)
      return isReleased ? undefined : refusalOf(message)
    }),
  whenNone: () => failed(NO_MESSAGES),
})

function refusalOf({ state, variables, id }: Message): Refusal {
  switch (state) {
    case 'held':
      return variables === null ? WORDS_DELETED : 'It has just been released by someone else.'
    case 'queued':
      return 'It is not held, but in the queue already.'
    case 'sent':
      return 'It is not held: it has been sent.'
    case 'failed':
      return `It is not held, it has failed. Try again: npm run messages -- retry ${shortName(id)}`
  }
}
