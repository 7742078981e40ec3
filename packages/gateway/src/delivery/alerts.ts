import type { DeliveryContext } from '../context.ts'
import { ownCommand } from '../own-command.ts'
import { releaseKey } from '../store/accept-message.ts'
import type { Message } from '../store/database.ts'
import { queueReport } from './events.ts'
import { partnerOf } from './own-service.ts'
import type { Pause } from './pause.ts'

const DAY_MS = 86_400_000
const PAUSE_KEY_MS = 365 * DAY_MS

/** Reports the pause of a transport by the other ways, and its end; each once, whichever gateway notices it. */
export async function reportPause(
  context: DeliveryContext,
  { transport, pause }: { transport: string; pause: Pause },
): Promise<void> {
  const key = `paused:${transport}`
  const paused = pause.current()
  if (!paused) {
    if (!(await releaseKey(context.store.db, key))) return
    const text = 'What waited for it is being sent.'
    const title = `${transport} works again`
    return queueReport(context, { type: 'transport.resumed', transport, title, text })
  }
  const partner = partnerOf(transport, context.configuration)
  const text = [
    `The last answer was: ${paused.reason}`,
    ...(paused.advice ? [`What to do: ${paused.advice}`] : []),
    `What is to be sent waits${partner ? `, or is sent by ${partner}` : ''}.`,
  ].join('\n')
  const expiresAt = context.clock() + PAUSE_KEY_MS
  const title = `${transport} is paused`
  await queueReport(
    context,
    { type: 'transport.paused', transport, title, text },
    { key, expiresAt },
  )
}

/** Reports that no recipient gets a message, by the other ways, at most once a day. */
export async function reportFailure(
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
    context,
    { type: 'delivery.failed', transport, title: 'A message was not delivered to you', text },
    { key: 'delivery.failed', expiresAt: now + DAY_MS },
  )
}
