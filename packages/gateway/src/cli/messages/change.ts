import type { Command } from 'commander'
import { describeCount } from '../../delivery/compose.ts'
import type { MessageState } from '../../message.ts'
import { unblockSender } from '../../store/accept-message.ts'
import type { Message } from '../../store/database.ts'
import { findByAddress, inFlightOf, readMessages, restartMessages } from '../../store/messages.ts'
import { eraseMessages } from '../../store/retention.ts'
import {
  type AddCommand,
  type Call,
  done,
  failed,
  type Report,
  readAddress,
  shortName,
  withMessages,
} from './command.ts'
import { lineOf } from './read.ts'

const JSON_SHAPE = `
--json prints { queued: [id], refused: [{ id, reason }] }. Exit code 1 if one was refused.`
const REMAINS =
  'Sent mails, lists that you saved and backups are not deleted. Check your mailbox, files and replicas.'
const FORGET_HELP = `
Finds the address in every field, in the text of a message too. See what it finds, and keep
it for a visitor who asks: list --sender ADDRESS --all --json

--json prints { forgotten: [id] }.`
const IN_PROGRESS = 'One of them was being delivered at that moment: check your mailbox.'

/** Adds `release`, `retry`, `forget` and `unblock`. */
export function addChanging(add: AddCommand): void {
  add('release [ID...]', 'Queue held messages for delivery', release)
    .option('--all', 'Release all held messages.')
    .hook('preAction', requireChoice)
    .addHelpText('after', JSON_SHAPE)
  add('retry [ID...]', 'Retry failed and queued messages now', retry)
    .option('--all', 'Retry all failed and queued messages.')
    .hook('preAction', requireChoice)
    .addHelpText('after', JSON_SHAPE)
  const none = { forgotten: [] }
  add('forget', 'Permanently delete everything about a visitor, or a message', forget, none)
    .argument(
      '<ADDRESS|ID...>',
      'The e-mail address of the visitor, or message ids.',
      (text: string, previous: string[] = []) => [
        ...previous,
        text.includes('@') ? readAddress(text) : text,
      ],
    )
    .option('--yes', 'Skip the confirmation prompt.')
    .addHelpText('after', FORGET_HELP)
  add('unblock', 'Accept messages of a blocked sender again', unblock)
    .argument('<ADDRESS>', 'The e-mail address, as "blocked" lists it.', readAddress)
    .addHelpText('after', '\n--json prints { unblocked: address }.')
}

function requireChoice(command: Command): void {
  if (command.args.length > 0 !== Boolean(command.opts().all)) return
  command.error('Name message ids, or use --all.')
}

type Choice = { all?: boolean }

function release(call: Call, ids: string[], { all }: Choice): Promise<Report> {
  return requeue(call, ids, all, ['held'], 'A running gateway delivers within two seconds.')
}

function retry(call: Call, ids: string[], { all }: Choice): Promise<Report> {
  const next =
    'A running gateway tries within two seconds, or when a pause of its mail server ends: a restart ends it at once.'
  // The queued messages first: a failed one is queued when it is retried, and would be retried twice.
  return requeue(call, ids, all, ['queued', 'failed'], next)
}

/** Queues messages again, those of ids or all in some states, each with one statement, and reports each. */
function requeue(
  { store, now }: Call,
  ids: string[],
  isAll: boolean | undefined,
  states: MessageState[],
  next: string,
): Promise<Report> {
  return withMessages(store.db, ids, async (named) => {
    const lines: string[] = []
    const queued: string[] = []
    const refused: { id: string; reason: string }[] = []
    const queueAll = async (messages: Iterable<Message> | AsyncIterable<Message>) => {
      for await (const message of messages) {
        const { id, state, template_params } = message
        const title = `${shortName(id)}  ${lineOf(message)}`
        if (await restartMessages(store, [id], states, now)) {
          queued.push(id)
          lines.push(`queued   ${title}`)
          continue
        }
        const reason = template_params === null ? 'Its content is deleted.' : `It is ${state}.`
        refused.push({ id, reason })
        lines.push(`refused  ${title}`, `         ${reason}`)
      }
    }
    await queueAll(named)
    for (const state of isAll ? states : []) await queueAll(readMessages(store.db, { state }))
    if (queued.length > 0) lines.push('', next)
    const report = done(lines.join('\n') || 'There are none.', { queued, refused })
    return refused.length > 0 ? { ...report, exitCode: 1 } : report
  })
}

async function unblock({ store }: Call, address: string): Promise<Report> {
  const isUnblocked = await store.write((tx) => unblockSender(tx, address))
  if (!isUnblocked) return failed(`${address} is not blocked.`)
  return done(`${address} can send messages again.`, { unblocked: address })
}

async function forget(call: Call, names: string[], { yes }: { yes?: boolean }): Promise<Report> {
  const { screen, store, now } = call
  const [addresses = [], ids = []] = [true, false].map((isAddress) =>
    names.filter((name) => name.includes('@') === isAddress),
  )
  const written = await Promise.all(addresses.map((address) => findByAddress(store.db, address)))
  return withMessages(store.db, ids, async (named) => {
    const found = [...written.flat(), ...named].map(({ id }) => id)
    if (!yes && found.length > 0) {
      if (!screen.canAsk) {
        return failed('Permanent deletion needs confirmation. In a script, add --yes.', 2)
      }
      const what = `${describeCount(found.length)} with ${names.join(', ')}`
      const answer = await screen.ask(`Permanently delete ${what}? Type yes: `)
      if (answer.trim().toLowerCase() !== 'yes') return failed('Nothing was deleted.')
    }
    for (const address of addresses) await store.write((tx) => unblockSender(tx, address))
    const isInProgress = found.length > 0 && (await inFlightOf(store.db, found, now)).size > 0
    await eraseMessages(store, found)
    // Truncate even if nothing was found: an earlier call may have been interrupted before this.
    await store.truncateWal()
    const deleted = `Deleted ${describeCount(found.length)}.`
    const lines = [deleted, ...(isInProgress ? [IN_PROGRESS] : []), REMAINS]
    return done(found.length === 0 ? 'No data found.' : lines.join('\n'), { forgotten: found })
  })
}
