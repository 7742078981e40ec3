import { isAddress } from '../../gateway/mail/address.ts'
import { deleteMails } from '../../gateway/mail/written-mails.ts'
import { scrub } from '../../gateway/store/deleted.ts'
import { countMessages, listMessages } from '../../gateway/store/messages.ts'
import { forgetSender } from '../../gateway/store/retention.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { defineCommand, done, type Report, type StoreCall, wrongUse } from './command.ts'
import { confirm, YES } from './confirm.ts'
import { several } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'
import { cleanCopies, tellOfCopies } from './noted-copies.ts'

const REMAINS =
  'What was mailed stays in your mailbox, and what was exported or copied by other means where it is.'
const HAND_OVER =
  'One of them was being sent at this moment: look into your mailbox, and call this once more.'

export const forget = defineCommand({
  name: 'forget',
  summary: 'Deletes everything about one visitor for good',
  words: 'ADDRESS',
  fewestWords: 1,
  mostWords: 1,
  options: YES,
  examples: [
    ['export --from anna@example.com --all', 'first, what is known, should it be asked for'],
    ['forget anna@example.com', 'after a question'],
    ['forget anna@example.com --yes', 'in a script'],
  ],
  notes: [
    'Messages, attempts, automatic replies and mails written as files; then the database is cleaned so ' +
      'that nothing deleted can be read in its files, and the copies that "backup" wrote are too.',
    'Exit code 1 where a copy could not be cleaned, such as on a disk that is away.',
    REMAINS,
    '--json gives { address, forgotten: [id], copies: [file], left: [{ file, why }], remains: [text] }.',
  ],
  run: async (call) => {
    const { words, store, screen, options } = call
    const address = addressOf(words)
    if (!address) return notAnAddress(words)
    const known = await countMessages(store.db, { sender: address, isAll: true })
    const what = known === 1 ? 'the only message' : `all ${known} messages`
    const question = `Delete ${what} of ${harmlessLine(address)} for good?`
    const refusal = await confirm(screen, options.yes || known === 0, question)
    return refusal ?? deleteAll(call, address)
  },
  whenNone: ({ words }) => {
    const address = addressOf(words)
    return address ? done(NO_MESSAGES, { address, forgotten: [] }) : notAnAddress(words)
  },
})

function addressOf([word = '']: string[]): string | undefined {
  const address = word.trim().toLowerCase()
  return isAddress(address) ? address : undefined
}

function notAnAddress([word = '']: string[]): Report {
  return wrongUse(`"${harmlessLine(word)}" is not one plain e-mail address.`)
}

async function deleteAll(
  { store, configuration, now }: StoreCall,
  address: string,
): Promise<Report> {
  const folder = configuration.DATA_FOLDER
  const queued = await listMessages(
    store.db,
    { sender: address, state: 'queued', isAll: true },
    { limit: 100, offset: 0 },
  )
  const isUnderWay = queued.some(({ lease_until }) => lease_until > now)
  const forgotten = await forgetSender(store.db, address)
  deleteMails(folder, forgotten)
  // Even where nothing was found: an earlier call may have been interrupted before this.
  const remains = await scrub(store, 'words', 'files and journal')
  // And the words of one whose messages were purged here may still stand in a copy.
  const cleaned = await cleanCopies(folder, (db) => forgetSender(db, address))
  const shown = harmlessLine(address)
  const lines =
    forgotten.length === 0 && cleaned.copies.length === 0
      ? [`Nothing is known about ${shown}.`]
      : [
          `Forgotten: ${several(forgotten.length)} of ${shown}.`,
          ...(isUnderWay ? [HAND_OVER] : []),
          REMAINS,
        ]
  const text = [...lines, ...tellOfCopies(cleaned, folder), ...remains].join('\n')
  const report = done(text, { address, forgotten, ...cleaned, remains })
  return { ...report, exitCode: cleaned.left.length > 0 ? 1 : 0 }
}
