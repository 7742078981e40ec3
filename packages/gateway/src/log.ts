type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, facts?: Record<string, string | number>) => void

/** `json`: one object a line, for log collectors. `readable`: time, level, event, name=value. */
export type LogShape = 'json' | 'readable'

type Event = Record<string, string | number> & { time: string; level: Level; event: string }

/**
 * Writes one line per event. Text from visitors and mail servers is escaped, so it cannot start a
 * line or control a terminal. Never log addresses or content of visitors.
 */
export function createLog(
  write: (line: string) => void,
  clock: () => number,
  shape: LogShape = 'readable',
): Log {
  const formatEvent = shape === 'json' ? (event: Event) => JSON.stringify(event) : readableLine
  return (level, event, facts = {}) => {
    const time = new Date(clock()).toISOString()
    write(escapeControls(formatEvent({ time, level, event, ...facts })))
  }
}

function readableLine({ time, level, event, ...facts }: Event): string {
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [time, level.padEnd(5), event, ...pairs].join(' ')
}

/** JSON.stringify does not escape all line breaks, terminal controls and bidi controls. */
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

/** Logs each event at most once a minute for each reason, so that a flood does not fill the log. */
export function createThrottledLog(log: Log, clock: () => number): Log {
  const last = new Map<string, number>()
  return (level, event, facts) => {
    const now = clock()
    const name = `${event} ${facts?.reason ?? ''}`
    // Math.abs: a clock that is set back must not silence an event.
    if (Math.abs(now - (last.get(name) ?? Number.NEGATIVE_INFINITY)) < INTERVAL_MS) return
    last.set(name, now)
    log(level, event, facts)
  }
}

/** Returns the message of any thrown value. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
