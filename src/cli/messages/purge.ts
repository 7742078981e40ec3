import { deleteMails } from '../../gateway/mail/written-mails.ts'
import { scrub } from '../../gateway/store/deleted.ts'
import { purgeWords } from '../../gateway/store/retention.ts'
import { formatMoment, isoTime, parseLength } from '../terminal/time.ts'
import { type Call, defineCommand, done, wrongUse } from './command.ts'
import { confirm, YES } from './confirm.ts'
import { several } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { cleanCopies, tellOfCopies } from './noted-copies.ts'

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
    'Copies that "backup" wrote are cleaned too; exit code 1 where one could not be, such as on a disk ' +
      'that is away. Cannot be undone. Mails that were sent are not touched.',
    '--json gives { purged: [id], before, copies: [file], left: [{ file, why }], remains: [text] }.',
  ],
  run: async ({ options, store, configuration, screen, now }) => {
    const before = boundOf(options, now)
    if (before === undefined) return wrongUse(NEEDED)
    const since = formatMoment(before)
    const question = `Delete the words of all messages from before ${since} for good?`
    const refusal = await confirm(screen, options.yes, question)
    if (refusal) return refusal
    const folder = configuration.DATA_FOLDER
    const purged = await purgeWords(store.db, before)
    deleteMails(folder, purged)
    // Even where nothing was found: an earlier call may have been interrupted before this.
    const remains = await scrub(store, 'words', 'files and journal')
    const cleaned = await cleanCopies(folder, (db) => purgeWords(db, before))
    const summary =
      purged.length === 0
        ? `No message from before ${since} has words left.`
        : `Deleted the words of ${several(purged.length)} from before ${since}.`
    const text = [summary, ...tellOfCopies(cleaned, folder), ...remains].join('\n')
    const report = done(text, { purged, before: isoTime(before), ...cleaned, remains })
    return { ...report, exitCode: cleaned.left.length > 0 ? 1 : 0 }
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
