import { deleteMails } from '../../gateway/mail/written-mails.ts'
import { purgeWords } from '../../gateway/store/retention.ts'
import { formatMoment, isoTime, parseLength } from '../terminal/time.ts'
import { type Call, defineCommand, done, wrongUse } from './command.ts'
import { confirm, YES } from './confirm.ts'
import { several } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'

const OPTIONS = {
  'older-than': { type: 'string', value: 'AGE', help: 'How old, such as 90d or 12w; needed.' },
  ...YES,
} as const

const NEEDED = 'purge needs --older-than and a length of time, such as --older-than 90d.'

export const purge = defineCommand({
  name: 'purge',
  summary: 'Deletes the words of old messages, but not that there were any',
  words: '',
  fewestWords: 0,
  mostWords: 0,
  options: OPTIONS,
  examples: [
    ['purge --older-than 90d', 'after a question'],
    ['purge --older-than 90d --yes', 'in a script'],
  ],
  notes: [
    'Goes for messages sent or failed so long ago; held ones that came in so long ago go whole. A queued ' +
      'one keeps its words until it is settled. The gateway does the same after RETENTION_DAYS.',
    'Cannot be undone. Mails that were sent, and backups, are not touched.',
    '--json gives { purged: [id], before }.',
  ],
  run: async ({ options, store, configuration, screen, now }) => {
    const before = boundOf(options, now)
    if (before === undefined) return wrongUse(NEEDED)
    const since = formatMoment(before)
    const question = `Delete the words of all messages from before ${since} for good?`
    const refusal = await confirm(screen, options.yes, question)
    if (refusal) return refusal
    const purged = await purgeWords(store.db, before)
    deleteMails(configuration.DATA_FOLDER, purged)
    // Even where nothing was found: an earlier call may have been interrupted before this.
    await store.scrub()
    const text =
      purged.length === 0
        ? `No message from before ${since} has words left.`
        : `Deleted the words of ${several(purged.length)} from before ${since}.`
    return done(text, { purged, before: isoTime(before) })
  },
  whenNone: ({ options, now }) => {
    const before = boundOf(options, now)
    if (before === undefined) return wrongUse(NEEDED)
    return done(NO_MESSAGES, { purged: [], before: isoTime(before) })
  },
})

function boundOf(options: Call<typeof OPTIONS>['options'], now: number): number | undefined {
  const age = parseLength(options['older-than'] ?? '')
  return age === undefined ? undefined : now - age
}
