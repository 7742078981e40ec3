import { listBlocked, unblockSender } from '../../store/blocked-senders.ts'
import { sanitizeLine } from '../terminal/sanitize.ts'
import { type AddCommand, done, failed, type MessagesCommand, NO_MESSAGES } from './command.ts'
import { readAddress } from './describe.ts'

/** Adds `blocked` and `unblock`. */
export function addBlocked(add: AddCommand): void {
  add('blocked', 'List the senders that you have blocked', blocked).addNotes(
    [],
    'A link in each mail blocks its sender, for that site alone.',
    '--json prints { blocked: [{ account, address }] }.',
  )
  add('unblock', 'Accept messages of a blocked sender again', unblock)
    .argument('<ADDRESS>', 'The e-mail address, as "blocked" lists it.', readAddress)
    .addNotes([['anna@example.com', 'on all sites']], '--json prints { unblocked: address }.')
}

const blocked: MessagesCommand<[]> = {
  run: async ({ store }) => {
    const all = await listBlocked(store.db)
    const lines = all.map(({ account, address }) => sanitizeLine(`${address}  ${account}`))
    return done(lines.join('\n') || 'No sender is blocked.', { blocked: all })
  },
  withoutDatabase: () => done(NO_MESSAGES, { blocked: [] }),
}

const unblock: MessagesCommand<[address: string]> = {
  run: async ({ store }, address) => {
    if (!(await store.write((tx) => unblockSender(tx, address))))
      return failed(`${address} is not blocked.`)
    return done(`${address} can send messages again.`, { unblocked: address })
  },
}
