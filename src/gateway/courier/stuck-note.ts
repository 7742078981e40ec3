import type { Gateway } from '../gateway.ts'
import { domainOf } from '../mail/address.ts'
import { classifyFailure, type Said } from '../mail/outcome.ts'
import { ALERT_SERVICE } from '../mail/transports.ts'
import type { Waiting } from '../store/counts.ts'
import { newMessageId } from '../store/outbox.ts'
import { ATTEMPT_SECONDS } from './backoff.ts'

export type Trouble = { waiting: Waiting; now: number; lastError: string }

/** Sends the owner word on the other way, past the outbox that is stuck. */
export async function sendStuckNote(
  gateway: Gateway,
  trouble: Trouble,
  giveUp: AbortSignal,
): Promise<Said> {
  const { MAIL_FROM: from = '', MAIL_TO: to = '' } = gateway.configuration
  const transport = gateway.transports.get(ALERT_SERVICE)
  if (!transport) throw new Error(`${ALERT_SERVICE} names no mail server.`)
  const id = newMessageId(trouble.now)
  const mail = {
    from: { name: 'Your mail gateway', address: from },
    to,
    subject: `Mail is stuck: ${several(trouble.waiting.count)} not delivered to you`,
    text: textOf(trouble),
    messageId: `<${id}@${domainOf(from)}>`,
    date: new Date(trouble.now),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_SECONDS * 1000), giveUp])
    return await transport.send(mail, id, signal)
  } catch (error) {
    const { inLog } = classifyFailure(error)
    throw new Error(`The note that mail is stuck could not be sent (${ALERT_SERVICE}): ${inLog}`)
  }
}

function textOf({ waiting, lastError }: Trouble): string {
  const since = new Date(waiting.since ?? 0).toUTCString()
  const is = waiting.count === 1 ? 'is' : 'are'
  return `${several(waiting.count)} from your visitors ${is} waiting to be delivered, the oldest since
${since}. Nothing is lost: all are kept, and tried again by themselves.

The last attempt failed with:
${lastError || 'No attempt has ended yet.'}

What to do: run "npm run doctor" where the gateway runs. It looks at everything that delivery depends
on and says what to mend. "npm run messages -- list --state queued" shows the messages themselves.

This note came by ${ALERT_SERVICE}. Another comes tomorrow if mail is still stuck then.
`
}

function several(count: number): string {
  return count === 1 ? 'One message' : `${count} messages`
}
