import type { DeliveryContext } from '../context.ts'
import { ownCommand } from '../own-command.ts'
import { releaseKey } from '../store/accept-message.ts'
import type { EventType } from '../store/database.ts'
import {
  countWaiting,
  failedMessages,
  lastFailedAttempt,
  STALLED_AFTER_MS,
  type Waiting,
  waitedMs,
} from '../store/messages.ts'
import { queueReport } from './events.ts'
import { capitalize, describeCount } from './mail-text.ts'
import { ownTransports, partnerOf } from './own-service.ts'
import type { Pause } from './pause.ts'

const LIST_FAILED = ownCommand('messages', 'list --state failed')
const REPEAT_MS = 3_600_000
const DAY_MS = 86_400_000

/** An active alert: its log event with facts, and its report. */
type ActiveAlert = { event: string; facts: Record<string, number>; title: string; text: string }

type AlertRule = {
  type: EventType
  /** The log event when the alert ends. */
  endEvent: string
  find: (context: DeliveryContext, now: number) => Promise<ActiveAlert | undefined>
}

const STALLED: AlertRule = {
  type: 'delivery.stalled',
  endEvent: 'delivery recovered',
  find: async ({ store }, now) => {
    const waiting = await countWaiting(store.db)
    const waited = waitedMs(waiting.since, now)
    if (waited < STALLED_AFTER_MS) return undefined
    const lastAttempt = await lastFailedAttempt(store.db)
    return {
      event: `delivery stalled; see: ${ownCommand('doctor')}`,
      facts: { waiting: waiting.count, seconds: Math.floor(waited / 1000) },
      ...stalledReport(waiting, lastAttempt?.smtp_response),
    }
  },
}

const FAILED: AlertRule = {
  type: 'delivery.failed',
  endEvent: 'no failed messages left',
  find: async ({ store, links }, now) => {
    const { count, latest } = await failedMessages(store.db)
    if (!latest) return undefined
    return {
      event: `messages have failed; see: ${LIST_FAILED}`,
      facts: { failed: count },
      ...failedReport(count, latest.reason, links.urlOf(latest.id, now)),
    }
  },
}

/** Logs an active alert once an hour, reports it once a day, and logs its end. */
export function createAlerts(context: DeliveryContext): () => Promise<void> {
  const checks = [STALLED, FAILED].map((rule) => createCheck(context, rule))
  return async () => {
    const results = await Promise.allSettled(checks.map((check) => check()))
    const failure = results.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }
}

function createCheck(context: DeliveryContext, { type, endEvent, find }: AlertRule) {
  const { store, log, clock } = context
  let logged: number | undefined
  let isFirstCheck = true
  return async () => {
    const now = clock()
    const alert = await find(context, now)
    if (alert) {
      // Absolute, so that a clock set far back does not silence the alert.
      if (logged !== undefined && Math.abs(now - logged) < REPEAT_MS) return
      logged = now
      log.error(alert.facts, alert.event)
      const { title, text } = alert
      const [transport = ''] = ownTransports(context.configuration)
      const report = { type, transport, title, text }
      await queueReport(context, report, { key: type, expiresAt: now + DAY_MS })
    } else if (logged !== undefined || isFirstCheck) {
      // Also on the first check: a restarted gateway does not know of earlier alerts, and the next
      // alert needs a report again.
      await releaseKey(store.db, type)
      if (logged !== undefined) log.info(endEvent)
      logged = undefined
    }
    isFirstCheck = false
  }
}

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

/** Its time is in UTC, as in the log. */
function stalledReport({ count, since }: Waiting, reply: string | null | undefined) {
  const messages = describeCount(count)
  const text = [
    `Waiting to be delivered to you: ${messages} from your visitors, the oldest since ${new Date(since ?? 0).toUTCString()}.`,
    `The last attempt: ${reply || 'none has finished yet.'}`,
    `What to do: run "${ownCommand('doctor')}" where the gateway runs. It shows what to fix. All messages are stored and retried.`,
  ].join('\n')
  return { title: `Delivery has stalled: ${capitalize(messages)} not delivered to you`, text }
}

function failedReport(count: number, reason: string | null, link: string | undefined) {
  const messages = describeCount(count)
  const text = [
    `Not delivered and not retried: ${messages} from your visitors, which no recipient got. All are stored.`,
    `The latest: ${reason ?? ''}`,
    ...(link ? [`Read it, try again or delete it: ${link}`] : []),
    `What to do: list them with "${LIST_FAILED}". Fix the cause and retry with "${ownCommand('messages', 'retry ID')}", ` +
      `or answer the visitor yourself and delete the message with "${ownCommand('messages', 'forget ID')}".`,
  ].join('\n')
  return { title: `Delivery has failed: ${capitalize(messages)} not delivered to you`, text }
}
