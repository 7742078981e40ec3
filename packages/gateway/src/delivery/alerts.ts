import type { DeliveryContext } from '../context.ts'
import { textOf } from '../log.ts'
import { ownCommand } from '../own-command.ts'
import { claimKey, newMessageId, releaseKey } from '../store/accept-message.ts'
import {
  countWaiting,
  failedMessages,
  lastFailedAttempt,
  STALLED_AFTER_MS,
  type Waiting,
  waitedMs,
} from '../store/messages.ts'
import { domainOf } from './address.ts'
import { ATTEMPT_SECONDS } from './conclude.ts'
import { describeCount } from './mail-text.ts'
import { withTimeLimit } from './time-limit.ts'
import { ALERT_SERVICE } from './transports/open-transports.ts'

const LIST_FAILED = ownCommand('messages', 'list --state failed')
const REPEAT_MS = 3_600_000
const MAIL_EVERY_MS = 86_400_000

/** An active alert: its log event with facts, and its mail. */
type ActiveAlert = { event: string; facts: Record<string, number>; subject: string; text: string }

type AlertRule = {
  /** The idempotency key of the alert's mail. */
  key: string
  /** The log event when the alert ends. */
  endEvent: string
  find: (context: DeliveryContext, now: number) => Promise<ActiveAlert | undefined>
}

const STALLED: AlertRule = {
  key: 'stalled-alert',
  endEvent: 'delivery recovered',
  find: async ({ store }, now) => {
    const waiting = await countWaiting(store.db)
    const waited = waitedMs(waiting.since, now)
    if (waited < STALLED_AFTER_MS) return undefined
    const lastAttempt = await lastFailedAttempt(store.db)
    return {
      event: `delivery stalled; see: ${ownCommand('doctor')}`,
      facts: { waiting: waiting.count, seconds: Math.floor(waited / 1000) },
      ...stalledMail(waiting, lastAttempt?.smtp_response),
    }
  },
}

const FAILED: AlertRule = {
  key: 'failed-alert',
  endEvent: 'no failed messages left',
  find: async ({ store }) => {
    const { count, latest } = await failedMessages(store.db)
    if (count === 0) return undefined
    return {
      event: `messages have failed; see: ${LIST_FAILED}`,
      facts: { failed: count },
      ...failedMail(count, latest?.reason),
    }
  },
}

/** Logs an active alert once an hour, mails it once a day, and logs its end. */
export function createAlerts(context: DeliveryContext): (forceAbort: AbortSignal) => Promise<void> {
  const checks = [STALLED, FAILED].map((rule) => createCheck(context, rule))
  return async (forceAbort) => {
    const results = await Promise.allSettled(checks.map((check) => check(forceAbort)))
    const failure = results.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }
}

function createCheck(context: DeliveryContext, { key, endEvent, find }: AlertRule) {
  const { store, log, clock } = context
  let logged: number | undefined
  let isFirstCheck = true
  return async (forceAbort: AbortSignal) => {
    const now = clock()
    const alert = await find(context, now)
    if (alert) {
      // Absolute, so that a clock set far back does not silence the alert.
      if (logged !== undefined && Math.abs(now - logged) < REPEAT_MS) return
      logged = now
      log.error(alert.facts, alert.event)
      await mailOnce(context, { ...alert, key, now }, forceAbort)
    } else if (logged !== undefined || isFirstCheck) {
      // Also on the first check: a restarted gateway does not know of earlier alerts, and the next
      // alert needs a mail again.
      await releaseKey(store.db, key)
      if (logged !== undefined) log.info(endEvent)
      logged = undefined
    }
    isFirstCheck = false
  }
}

type AlertMail = Pick<ActiveAlert, 'subject' | 'text'> & { key: string; now: number }

/**
 * Sends at most one mail a day, whichever gateway sends it. A failed one is retried with the next
 * log event.
 */
async function mailOnce(context: DeliveryContext, alert: AlertMail, forceAbort: AbortSignal) {
  const { store, log, transports } = context
  const { key, now } = alert
  if (!transports.has(ALERT_SERVICE)) return
  if (!(await claimKey(store.db, { key, expiresAt: now + MAIL_EVERY_MS, now }))) return
  try {
    log.info({ alert: key, reply: await sendAlert(context, alert, forceAbort) }, 'alert sent')
  } catch (error) {
    await releaseKey(store.db, key)
    throw error
  }
}

/** Sends the alert by its own mail server, bypassing the outbox, and returns the response. */
async function sendAlert(
  context: DeliveryContext,
  { subject, text, now }: AlertMail,
  forceAbort: AbortSignal,
): Promise<string> {
  const { configuration, transports, log } = context
  const { MAIL_FROM: from = '', MAIL_TO = [], ALERT_TO = MAIL_TO } = configuration
  const transport = transports.get(ALERT_SERVICE)
  if (!transport) throw new Error(`${ALERT_SERVICE} is not set.`)
  const id = newMessageId(now)
  const mail = {
    from: { name: 'Your mail gateway', address: from },
    to: ALERT_TO,
    subject,
    text,
    messageId: `<${id}@${domainOf(from)}>`,
    date: new Date(now),
    envelope: { from, to: ALERT_TO },
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  const failed = (reason: string) =>
    new Error(`Sending the alert failed (${ALERT_SERVICE}): ${reason}`)
  const handover = await withTimeLimit(ATTEMPT_SECONDS * 1000, forceAbort, (signal) =>
    transport.send(mail, id, signal),
  ).catch((error) => {
    throw failed(textOf(error))
  })
  if (handover.kind !== 'sent') throw failed(handover.redacted)
  const reply = handover.refusals.map((one) => `${one.address}: ${one.redacted}`).join('; ')
  if (reply) log.error({ reply }, 'alert not delivered to every recipient')
  return handover.redacted
}

/** Its time is in UTC, as in the log. */
function stalledMail({ count, since }: Waiting, reply: string | null | undefined) {
  const messages = describeCount(count)
  const text = [
    `Waiting to be delivered to you: ${messages} from your visitors, the oldest since`,
    `${new Date(since ?? 0).toUTCString()}. No message is lost: all are stored and retried.`,
    '',
    'The last attempt failed with:',
    reply || 'No attempt has finished yet.',
    '',
    `What to do: run "${ownCommand('doctor')}" where the gateway runs. It checks everything that`,
    `delivery depends on and shows how to fix it. "${ownCommand('messages', 'list --state queued')}"`,
    'lists the messages.',
    '',
    `This alert was sent through ${ALERT_SERVICE}. It repeats daily while delivery is stalled.`,
    '',
  ].join('\n')
  return { subject: `Delivery has stalled: ${capitalize(messages)} not delivered to you`, text }
}

function failedMail(count: number, reason: string | null | undefined) {
  const messages = describeCount(count)
  const text = [
    `Not delivered and not retried: ${messages} from your visitors, which no recipient got. No`,
    'message is lost: all are stored.',
    '',
    'The latest failed with:',
    reason ?? '',
    '',
    `What to do: list them with "${LIST_FAILED}". Fix the cause and retry with`,
    `"${ownCommand('messages', 'retry ID')}", or answer the visitor yourself and delete the message`,
    `with "${ownCommand('messages', 'forget ID')}".`,
    '',
    `This alert was sent through ${ALERT_SERVICE}. It repeats daily until then.`,
    '',
  ].join('\n')
  return { subject: `Delivery has failed: ${capitalize(messages)} not delivered to you`, text }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
