import type { Message } from '../../store/database.ts'
import { findByAddress } from '../../store/messages.ts'
import { eraseMessages } from '../../store/retention.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import type { Screen } from '../terminal/screen.ts'
import {
  type AddCommand,
  done,
  failed,
  type MessagesCommand,
  NO_MESSAGES,
  type Report,
  type StoreCall,
  usageError,
} from './command.ts'
import { readAddress, several } from './describe.ts'

const REMAINS =
  'Sent mails, exports and backups are not deleted. Check your mailbox, files and replicas.'
const IN_PROGRESS = 'One of them was being delivered at that moment: check your mailbox.'

/** Adds `forget`. */
export function addForget(add: AddCommand): void {
  add('forget', 'Permanently delete everything about a visitor', forget)
    .argument('<ADDRESS>', 'The e-mail address of the visitor.', readAddress)
    .option('--yes', 'Skip the confirmation prompt.')
    .addNotes(
      [
        ['anna@example.com', 'after confirmation'],
        ['anna@example.com --yes', 'in a script'],
      ],
      'If the visitor asked for the data, first: export --sender ADDRESS --include-automatic',
      'Finds the address in every field, in the text of a message too. See what it finds: list ' +
        '--sender ADDRESS',
      'Deletes messages, attempts and automatic replies. SQLite overwrites deleted ' +
        'rows in its files. PostgreSQL frees their space with its next VACUUM and reuses it later.',
      REMAINS,
      '--json prints { address, forgotten: [id] }.',
    )
}

const forget: MessagesCommand<[address: string, options: { yes?: boolean }]> = {
  run: async (call, address, { yes }) => {
    const found = await findByAddress(call.store.db, address, { includeAutomatic: true })
    const what = found.length === 1 ? 'the only message' : `all ${found.length} messages`
    const question = `Permanently delete ${what} with ${sanitizeLine(address)} in any field?`
    const refusal = await confirm(call.screen, yes || found.length === 0, question)
    return refusal ?? deleteAll(call, address, found)
  },
  withoutDatabase: (_, address) => done(NO_MESSAGES, { address, forgotten: [] }),
}

async function deleteAll(call: StoreCall, address: string, found: Message[]): Promise<Report> {
  const { store, now } = call
  const ids = found.map(({ id }) => id)
  await eraseMessages(store, ids)
  // Truncate even if nothing was found: an earlier call may have been interrupted before this.
  await store.truncateWal()
  const shown = sanitizeLine(address)
  const isInProgress = found.some(({ lease_until }) => lease_until > now)
  const lines =
    ids.length === 0
      ? [`No data found for ${shown}.`]
      : [
          `Deleted ${several(ids.length)} with ${shown}.`,
          ...(isInProgress ? [IN_PROGRESS] : []),
          REMAINS,
        ]
  return done(lines.join('\n'), { address, forgotten: ids })
}

/** Asks before a permanent deletion. Returns undefined if confirmed, else the command's report. */
async function confirm(
  screen: Screen,
  isConfirmed: boolean | undefined,
  question: string,
): Promise<Report | undefined> {
  if (isConfirmed) return undefined
  if (!screen.canAsk) {
    return usageError('Permanent deletion needs confirmation. In a script, add --yes.')
  }
  const answer = await screen.ask(`${question} Type yes: `)
  return answer.trim().toLowerCase() === 'yes' ? undefined : failed('Nothing was deleted.')
}
