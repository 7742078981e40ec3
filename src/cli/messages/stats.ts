import { styleText } from 'node:util'
import { countByState, countSent, NONE, waitingSince } from '../../gateway/store/counts.ts'
import type { Database, MessageState } from '../../gateway/store/database.ts'
import { formatLength, isoTime, parseLength } from '../terminal/time.ts'
import { pad } from '../terminal/width.ts'
import { defineCommand, done, type Report, wrongUse } from './command.ts'
import { paintState, several } from './describe.ts'
import { NO_MESSAGES } from './no-messages.ts'

/** A healthy gateway needs seconds; a mail server that greylists needs a quarter of an hour. */
const SLOW_MS = 30 * 60_000

type Figures = {
  counts: Record<MessageState, number>
  /** For how long the oldest queued message has been tried. */
  waitingMs: number | null
  lastSentAt: number | null
  sentLastDay: number
  sentLastWeek: number
}

const NOTHING: Figures = {
  counts: NONE,
  waitingMs: null,
  lastSentAt: null,
  sentLastDay: 0,
  sentLastWeek: 0,
}

export const stats = defineCommand({
  name: 'stats',
  summary: 'How things stand, for you and for monitoring',
  words: '',
  fewestWords: 0,
  mostWords: 0,
  options: {
    'fail-if-stuck': {
      type: 'string',
      value: 'AGE',
      help: 'Exit code 1 if a message has been queued for longer than this, such as 1h.',
    },
  },
  examples: [
    ['stats', 'how things stand'],
    ['stats --fail-if-stuck 1h', 'for a timer that tells you of trouble'],
  ],
  notes: [
    '--json gives { queued, held, sent, failed, oldestQueuedSeconds, lastSentAt, sentLastDay, ' +
      "sentLastWeek, isStuck }. Only visitors' messages count.",
  ],
  run: async ({ options, store, now }) => {
    const limit = readLimit(options['fail-if-stuck'])
    if (limit === 'unreadable') return unreadable(options['fail-if-stuck'])
    return reportOf(await readFigures(store.db, now), limit, now)
  },
  whenNone: ({ options, now }) => {
    const limit = readLimit(options['fail-if-stuck'])
    if (limit === 'unreadable') return unreadable(options['fail-if-stuck'])
    return { ...reportOf(NOTHING, limit, now), text: NO_MESSAGES }
  },
})

function readLimit(text: string | undefined): number | undefined | 'unreadable' {
  return text === undefined ? undefined : (parseLength(text) ?? 'unreadable')
}

function unreadable(text: string | undefined): Report {
  return wrongUse(`--fail-if-stuck ${text}: a length of time such as 30m, 1h or 2d.`)
}

async function readFigures(db: Database, now: number): Promise<Figures> {
  const since = await waitingSince(db)
  const sent = await countSent(db, now)
  return {
    counts: await countByState(db, ['message']),
    waitingMs: since === null ? null : Math.max(0, now - since),
    lastSentAt: sent.latest,
    sentLastDay: sent.lastDay,
    sentLastWeek: sent.lastWeek,
  }
}

function reportOf(figures: Figures, limit: number | undefined, now: number): Report {
  const { counts, waitingMs, lastSentAt, sentLastDay, sentLastWeek } = figures
  const isStuck = limit !== undefined && waitingMs !== null && waitingMs > limit
  const report = done(textOf(figures, now), {
    ...counts,
    oldestQueuedSeconds: waitingMs === null ? null : Math.floor(waitingMs / 1000),
    lastSentAt: isoTime(lastSentAt),
    sentLastDay,
    sentLastWeek,
    isStuck,
  })
  return { ...report, exitCode: isStuck ? 1 : 0 }
}

function textOf(figures: Figures, now: number): string {
  const { counts, waitingMs, lastSentAt, sentLastDay, sentLastWeek } = figures
  const sent = lastSentAt === null ? '' : `the last ${formatLength(now - lastSentAt)} ago`
  const lately = counts.sent > 0 ? `${sentLastDay} in 24 h, ${sentLastWeek} in 7 d` : ''
  const notes: Record<MessageState, string> = {
    failed: counts.failed > 0 ? 'npm run messages -- list --state failed' : '',
    held: counts.held > 0 ? 'npm run messages -- list --state held' : '',
    queued: waitingMs === null ? '' : `the oldest for ${formatLength(waitingMs)}`,
    sent: [lately, sent].filter(Boolean).join(', '),
  }
  const states: MessageState[] = ['failed', 'held', 'queued', 'sent']
  const size = Math.max(...states.map((state) => String(counts[state]).length))
  const lines = states.map((state) => {
    const line = `  ${String(counts[state]).padStart(size)} ${pad(state, 8)}`
    const isQuiet = counts[state] === 0
    const shown = isQuiet ? styleText('dim', line) : paintState(line, state)
    return `${shown} ${styleText('dim', notes[state])}`.trimEnd()
  })
  return [styleText('bold', headlineOf(figures)), '', ...lines].join('\n')
}

/** The worst comes first. */
function headlineOf({ counts, waitingMs }: Figures): string {
  if (counts.failed > 0) return `${several(counts.failed, 'One message')} could not be delivered.`
  if (waitingMs !== null && waitingMs > SLOW_MS) {
    return `Delivery is stuck for ${formatLength(waitingMs)}: npm run doctor says why.`
  }
  if (counts.held > 0) return `${several(counts.held, 'One message')} held for you to look at.`
  return counts.queued > 0 ? 'All is well; mail is on its way.' : 'All is well.'
}
