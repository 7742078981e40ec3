import { ownCommand } from '../own-command.ts'
import { titleOf } from '../own-transports.ts'
import { releaseKey } from '../store/accept-message.ts'
import type { InTransaction, Message } from '../store/database.ts'
import type { DeliveryContext } from './context.ts'
import type { Trouble } from './decide.ts'
import { queueReport } from './events.ts'

const DAY_MS = 86_400_000
const TROUBLE_KEY_MS = 365 * DAY_MS
const keyOf = (transport: string) => `paused:${transport}`

/** Reports that a transport delivers nothing, by the other ways, once, whichever gateway notices it. */
export function reportTrouble(
  tx: InTransaction,
  context: DeliveryContext,
  transport: string,
  { reason, advice, until }: Trouble,
): Promise<void> {
  const text = [
    `The last answer was: ${reason}`,
    ...(advice ? [`What to do: ${advice}`] : []),
    'What is to be sent waits.',
  ].join('\n')
  const title = until
    ? `${titleOf(transport)} is paused`
    : `${titleOf(transport)} refuses your mails`
  const expiresAt = context.clock() + TROUBLE_KEY_MS
  const report = { type: 'transport.paused', transport, title, text } as const
  return queueReport(tx, context, report, { key: keyOf(transport), expiresAt })
}

/** Reports that a transport delivers again, if it was reported that it did not. */
export async function reportRepair(
  tx: InTransaction,
  context: DeliveryContext,
  transport: string,
): Promise<void> {
  if (!(await releaseKey(tx, keyOf(transport)))) return
  const text = 'What waited for it is being sent.'
  const title = `${titleOf(transport)} works again`
  await queueReport(tx, context, { type: 'transport.resumed', transport, title, text })
}

/** Reports that the disk is full, by every way, at most once a day. */
export async function reportFullDisk(tx: InTransaction, context: DeliveryContext): Promise<void> {
  const text = 'No message is accepted. What is queued is delivered. Make room in DATA_DIR.'
  const report = { type: 'storage.full', transport: '', title: 'The disk is full', text } as const
  const expiresAt = context.clock() + DAY_MS
  await queueReport(tx, context, report, { key: report.type, expiresAt })
}

/** Reports that a recipient does not get a message, by the other ways, at most once a day. */
export async function reportFailure(
  tx: InTransaction,
  context: DeliveryContext,
  { id, transport }: Message,
  reply: string,
): Promise<void> {
  const now = context.clock()
  const link = context.links.urlOf(id, now)
  const text = [
    `The last answer was: ${reply}`,
    ...(link ? [`Read it, try again or delete it: ${link}`] : []),
    `All failed messages: ${ownCommand('messages', 'list --state failed')}`,
  ].join('\n')
  await queueReport(
    tx,
    context,
    { type: 'delivery.failed', transport, title: 'A message was not delivered to you', text },
    { key: 'delivery.failed', expiresAt: now + DAY_MS },
  )
}
