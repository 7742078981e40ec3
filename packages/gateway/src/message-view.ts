import { MESSAGE_STATES, type MessageState, readFields } from './message.ts'
import {
  EMAIL_FIELD,
  HONEYPOT_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SUBJECT_FIELD,
} from './protocol.ts'
import { formatTime } from './time.ts'

type Stored = {
  id: string
  state: MessageState
  reason: string | null
  template_params: string | null
  received_at: number
  next_attempt_at: number
}

type Attempt = { started_at: number; outcome: string | null; smtp_response: string | null }

/** A message as its owner reads it, in a terminal and on its page. */
export type MessageView = {
  title: string
  text: string
  rows: [label: string, value: string][]
}

const STATES: Record<MessageState, Pick<MessageView, 'title' | 'text'>> = {
  held: {
    title: 'This message is held',
    text: 'It is stored, and not delivered until you release it.',
  },
  failed: {
    title: 'This message was not delivered',
    text: 'It is stored, and not tried again until you say so.',
  },
  queued: { title: 'This message is on its way', text: 'It is queued for delivery.' },
  sent: { title: 'This message was delivered', text: 'It is in your mailbox.' },
}

const LABELS = new Map<string, string>([
  [NAME_FIELD, 'Name'],
  [EMAIL_FIELD, 'Address'],
  [SUBJECT_FIELD, 'Subject'],
  [MESSAGE_FIELD, 'Message'],
  [HONEYPOT_FIELD, 'Hidden field'],
])

/** `attempts` are those to deliver it, the last one last. */
export function viewMessage(
  message: Stored,
  attempts: Attempt[],
  { now, timeZone }: { now: number; timeZone?: string | undefined },
): MessageView {
  const { state, reason, template_params: params, received_at, next_attempt_at: dueAt } = message
  const format = (time: number) => formatTime(time, 'en', timeZone)
  const last = attempts.at(-1)
  const isInProgress = state === 'queued' && last?.outcome === null && dueAt > now
  const rows: MessageView['rows'] = Object.entries(readFields(message)).map(([name, value]) => [
    LABELS.get(name) ?? name,
    value,
  ])
  if (reason) rows.push(['Reason', reason])
  rows.push(['Received', format(received_at)])
  if (last) {
    const outcome = last.outcome ?? (isInProgress ? 'in progress' : 'no result')
    const count = attempts.length === 1 ? '1' : `${attempts.length}, the last`
    const result = `${count} on ${format(last.started_at)}: ${outcome}`
    const isReason = last.smtp_response === reason
    rows.push(['Attempts', [result, isReason ? '' : last.smtp_response].filter(Boolean).join('\n')])
  }
  if (state === 'queued' && !isInProgress) {
    rows.push(['Next try', dueAt > now ? format(dueAt) : 'now'])
  }
  const { title, text } = STATES[state]
  const isDeleted = params === null
  return { title, text: isDeleted ? 'Its content was deleted after RETENTION_DAYS.' : text, rows }
}

/** How many messages are in each state that has some: 1 failed, 12 sent. */
export function describeStates(counts: Record<MessageState, number>): [MessageState, string][] {
  return MESSAGE_STATES.filter((state) => counts[state] > 0).map((state) => [
    state,
    `${counts[state]} ${state}`,
  ])
}

/** Who wrote a message, and what it is about: its subject or its first words. */
export function summarize(message: Stored): { name: string; address: string; subject: string } {
  const fields = readFields(message)
  return {
    name: message.template_params === null ? '(content deleted)' : (fields[NAME_FIELD] ?? ''),
    address: fields[EMAIL_FIELD] ?? '',
    subject: fields[SUBJECT_FIELD] || (fields[MESSAGE_FIELD] ?? '').slice(0, 500),
  }
}
