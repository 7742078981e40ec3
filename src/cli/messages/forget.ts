import { isAddress } from '../../gateway/mail/address.ts'
import { deleteMails } from '../../gateway/mail/written-mails.ts'
import { countMessages, listMessages } from '../../gateway/store/messages.ts'
import { forgetSender } from '../../gateway/store/retention.ts'
import { harmlessLine } from '../terminal/harmless.ts'
import { defineCommand, done, type Report, type StoreCall, wrongUse } from './command.ts'
import { confirm, YES } from './confirm.ts'
import { several } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'

const REMAINS = 'What has been mailed stays in your mailbox, and what was copied in your backups.'
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
      'that nothing deleted can be read in its files.',
    REMAINS,
    '--json gives { address, forgotten: [id] }.',
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
  await store.scrub()
  const shown = harmlessLine(address)
  const text =
    forgotten.length === 0
      ? `Nothing is known about ${shown}.`
      : [
          `Forgotten: ${several(forgotten.length)} of ${shown}.`,
          ...(isUnderWay ? [HAND_OVER] : []),
          REMAINS,
        ].join('\n')
  return done(text, { address, forgotten })
}
