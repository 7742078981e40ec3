import { describeCount } from '../../delivery/mail-text.ts'
import { unblockSender } from '../../store/blocked-senders.ts'
import type { Message } from '../../store/database.ts'
import { findByAddress, inFlightOf } from '../../store/messages.ts'
import { eraseMessages } from '../../store/retention.ts'
import type { Screen } from '../terminal/screen.ts'
import {
  type AddCommand,
  done,
  failed,
  type MessagesCommand,
  NO_MESSAGES,
  type Report,
  type StoreCall,
} from './command.ts'
import { readAddress, withMessages } from './describe.ts'

const REMAINS =
  'Sent mails, lists that you saved and backups are not deleted. Check your mailbox, files and replicas.'
const IN_PROGRESS = 'One of them was being delivered at that moment: check your mailbox.'

/** Adds `forget`. */
export function addForget(add: AddCommand): void {
  add('forget', 'Permanently delete everything about a visitor, or a message', forget)
    .argument(
      '<ADDRESS|ID...>',
      'The e-mail address of the visitor, or message ids.',
      (text: string, previous: string[] = []) => [
        ...previous,
        text.includes('@') ? readAddress(text) : text,
      ],
    )
    .option('--yes', 'Skip the confirmation prompt.')
    .addNotes(
      [
        ['anna@example.com', 'after confirmation'],
        ['anna@example.com --yes', 'in a script'],
        ['3fa9c1', 'a failed message that you have answered yourself'],
      ],
      'If the visitor asked for the data, first: list --sender ADDRESS --all --json',
      'Finds the address in every field, in the text of a message too. See what it finds: list ' +
        '--sender ADDRESS',
      'Deletes messages, attempts and the block of the sender. SQLite overwrites ' +
        'deleted rows in its files. PostgreSQL frees their space with its next VACUUM and reuses it later.',
      REMAINS,
      '--json prints { forgotten: [id] }.',
    )
}

const forget: MessagesCommand<[names: string[], options: { yes?: boolean }]> = {
  run: async (call, names, { yes }) => {
    const { db } = call.store
    const addresses = names.filter((name) => name.includes('@'))
    const ids = names.filter((name) => !name.includes('@'))
    const written: Message[] = []
    for (const address of addresses) {
      written.push(...(await findByAddress(db, address)))
    }
    return withMessages(db, ids, async (named) => {
      const found = [...written, ...named]
      const question = `Permanently delete ${describeCount(found.length)} with ${names.join(', ')}?`
      const refusal = await confirm(call.screen, yes || found.length === 0, question)
      if (refusal) return refusal
      for (const address of addresses) {
        await call.store.write((tx) => unblockSender(tx, address))
      }
      return deleteAll(call, found)
    })
  },
  withoutDatabase: () => done(NO_MESSAGES, { forgotten: [] }),
}

async function deleteAll(call: StoreCall, found: Message[]): Promise<Report> {
  const { store, now } = call
  const ids = found.map(({ id }) => id)
  const isInProgress = ids.length > 0 && (await inFlightOf(store.db, ids, now)).size > 0
  await eraseMessages(store, ids)
  // Truncate even if nothing was found: an earlier call may have been interrupted before this.
  await store.truncateWal()
  const lines =
    ids.length === 0
      ? ['No data found.']
      : [`Deleted ${describeCount(ids.length)}.`, ...(isInProgress ? [IN_PROGRESS] : []), REMAINS]
  return done(lines.join('\n'), { forgotten: ids })
}

/** Asks before a permanent deletion. Returns undefined if confirmed, else the command's report. */
async function confirm(
  screen: Screen,
  isConfirmed: boolean | undefined,
  question: string,
): Promise<Report | undefined> {
  if (isConfirmed) return undefined
  if (!screen.canAsk) {
    return failed('Permanent deletion needs confirmation. In a script, add --yes.', 2)
  }
  const answer = await screen.ask(`${question} Type yes: `)
  return answer.trim().toLowerCase() === 'yes' ? undefined : failed('Nothing was deleted.')
}
