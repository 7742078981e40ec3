import { type Logger, pino } from 'pino'

export type Log = Logger
type Level = 'info' | 'warn' | 'error'

/** `json`: one object a line, for log collectors. `readable`: time, level, event, name=value. */
export type LogShape = 'json' | 'readable'

/**
 * Structured logging: one line per event. Text from visitors and mail servers is escaped, so it cannot start a
 * line or control a terminal. Never log addresses or content of visitors.
 */
export function createLog(
  write: (line: string) => void,
  clock: () => number,
  shape: LogShape = 'readable',
): Log {
  const format = shape === 'json' ? (line: string) => line.trimEnd() : readableLine
  return pino(
    {
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${new Date(clock()).toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => write(escapeControls(format(line))) },
  )
}

function readableLine(line: string): string {
  const { time, level, event, ...facts } = JSON.parse(line)
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [time, level.padEnd(5), event, ...pairs].join(' ')
}

/** JSON does not escape all line breaks, terminal controls and bidi controls. */
function escapeControls(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
}

/** Escapes a character as in JSON: one \u escape for each UTF-16 code unit. */
export function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

const INTERVAL_MS = 60_000

type Facts = Record<string, string | number>

/** Logs each event at most once a minute for each reason, so that a flood does not fill the log. */
export function createThrottledLog(log: Log) {
  const last = new Map<string, number>()
  return (level: Level, event: string, facts: Facts = {}) => {
    const now = performance.now()
    const name = `${event} ${facts.reason ?? ''}`
    if (now - (last.get(name) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return
    last.set(name, now)
    log[level](facts, event)
  }
}

export type ThrottledLog = ReturnType<typeof createThrottledLog>

/** Formats any value for people: the message of an error, text unchanged, objects as JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Error) return value.message
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Decodes a part of a URL. One that is malformed stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
