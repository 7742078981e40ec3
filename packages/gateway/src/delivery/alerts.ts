import type { DeliveryContext } from '../gateway.ts'
import { claimKey, newMessageId, releaseKey } from '../store/accept-message.ts'
import {
  countWaiting,
  lastFailedAttempt,
  STALLED_AFTER_MS,
  unacknowledgedFailures,
  waitedMs,
} from '../store/messages.ts'
import { domainOf } from './address.ts'
import { formatTime } from './compose.ts'
import { ATTEMPT_SECONDS } from './conclude.ts'
import { describeCount, fill, mailTextIn } from './mail-text.ts'
import { classifyFailure } from './smtp.ts'
import { withTimeLimit } from './time-limit.ts'
import { ALERT_SERVICE } from './transport.ts'

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
  find: async (context, now) => {
    const { store } = context
    const waiting = await countWaiting(store.db)
    const waited = waitedMs(waiting.since, now)
    if (waited < STALLED_AFTER_MS) return undefined
    const lastAttempt = await lastFailedAttempt(store.db)
    return {
      event: 'delivery stalled; see: npm run doctor',
      facts: { waiting: waiting.count, seconds: Math.floor(waited / 1000) },
      ...writeAlert(context, 'stalled', {
        count: waiting.count,
        since: waiting.since,
        error: lastAttempt?.smtp_response,
      }),
    }
  },
}

const FAILED: AlertRule = {
  key: 'failed-alert',
  endEvent: 'no unacknowledged failures left',
  find: async (context) => {
    const { count, latest } = await unacknowledgedFailures(context.store.db)
    if (count === 0) return undefined
    return {
      event: 'messages have failed; see: npm run messages -- list --state failed',
      facts: { failed: count },
      ...writeAlert(context, 'failed', { count, error: latest?.reason }),
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
      log('error', alert.event, alert.facts)
      await mailOnce(context, { ...alert, key, now }, forceAbort)
    } else if (logged !== undefined || isFirstCheck) {
      // Also on the first check: a restarted gateway does not know of earlier alerts, and the next
      // alert needs a mail again.
      await releaseKey(store.db, key)
      if (logged !== undefined) log('info', endEvent)
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
    log('info', 'alert sent', { alert: key, reply: await sendAlert(context, alert, forceAbort) })
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
    from: { name: mailTextIn(ownLanguage(context)).text.alerts.from, address: from },
    to: ALERT_TO,
    subject,
    text,
    messageId: `<${id}@${domainOf(from)}>`,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  try {
    const { redacted, refusals } = await withTimeLimit(
      ATTEMPT_SECONDS * 1000,
      forceAbort,
      (signal) => transport.send(mail, id, signal),
    )
    const reply = refusals.map((one) => `${one.address}: ${one.redacted}`).join('; ')
    if (reply) log('error', 'alert not delivered to every recipient', { reply })
    return redacted
  } catch (error) {
    throw new Error(
      `Sending the alert failed (${ALERT_SERVICE}): ${classifyFailure(error).redacted}`,
    )
  }
}

type AlertFacts = { count: number; since?: number | null; error: string | null | undefined }

/** The subject and the text of an alert, in the language of the site that this gateway belongs to. */
function writeAlert(
  context: DeliveryContext,
  kind: 'stalled' | 'failed',
  { count, since, error }: AlertFacts,
): { subject: string; text: string } {
  const tag = ownLanguage(context)
  const { alerts } = mailTextIn(tag).text
  const { subject, ...parts } = alerts[kind]
  const messages = describeCount(count, tag)
  const values = {
    messages,
    Messages: messages.charAt(0).toUpperCase() + messages.slice(1),
    since: formatSince(since ?? 0, tag),
    service: ALERT_SERVICE,
  }
  const paragraphs = [
    parts.text,
    `${parts.error}\n${error || alerts.noAttempt}`,
    parts.advice,
    `${parts.repeat}\n`,
  ]
  return {
    subject: fill(subject, values),
    text: paragraphs.map((paragraph) => fill(paragraph, values)).join('\n\n'),
  }
}

function ownLanguage({ accounts }: DeliveryContext): string | undefined {
  const all = [...accounts.values()]
  return (all.find(({ isOwnSite }) => isOwnSite) ?? all[0])?.sender.language
}

/** In UTC, as in the log. */
function formatSince(since: number, tag: string | undefined): string {
  const { language } = mailTextIn(tag)
  if (language.startsWith('en')) return new Date(since).toUTCString()
  return formatTime(since, language, 'UTC')
}
