import type { Message } from '../../gateway/store/database.ts'
import { retryMessage } from '../../gateway/store/messages.ts'
import { defineCommand, failed } from './command.ts'
import { shortName } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { REQUEUE_JSON, type Refusal, requeue, WORDS_DELETED } from './requeue.ts'

export const retry = defineCommand({
  name: 'retry',
  summary: 'Tries failed messages again, and queued ones at once',
  words: 'NAME...',
  fewestWords: 1,
  mostWords: Number.POSITIVE_INFINITY,
  options: {},
  examples: [['retry 3fa9c1', 'after you have mended what was in the way']],
  notes: [
    'A mail server that did take the message before its connection broke gets it twice, under the ' +
      'same Message-ID, by which mail programs know it.',
    REQUEUE_JSON,
  ],
  run: (call) =>
    requeue(call, async (message) => {
      const isQueued = await retryMessage(call.store.db, message.id, call.now)
      return isQueued ? undefined : refusalOf(message)
    }),
  whenNone: () => failed(NO_MESSAGES),
})

function refusalOf({ state, variables, id }: Message): Refusal {
  if (variables === null) return WORDS_DELETED
  switch (state) {
    case 'queued':
      return 'It is being sent right now.'
    case 'sent':
      return 'It has been sent already.'
    case 'held':
      return `It is held. Send it on: npm run messages -- release ${shortName(id)}`
    case 'failed':
      return 'It has just been changed by someone else.'
  }
}
