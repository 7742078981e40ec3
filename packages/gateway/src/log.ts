export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, facts?: Record<string, string | number>) => void

/** For programs that read logs one JSON object a line, for people time, level, event, name=value. */
export type LogShape = 'json' | 'readable'

type Event = Record<string, string | number> & { time: string; level: Level; event: string }

/**
 * One line an event. Nothing that a visitor or a mail server says can begin a line of its own or
 * steer a terminal. Never addresses or words of visitors.
 */
export function createLog(
  write: (line: string) => void,
  clock: () => number,
  shape: LogShape = 'readable',
): Log {
  const lineOf = shape === 'json' ? (event: Event) => JSON.stringify(event) : readableLine
  return (level, event, facts = {}) => {
    const time = new Date(clock()).toISOString()
    write(escapeUnseen(lineOf({ time, level, event, ...facts })))
  }
}

function readableLine({ time, level, event, ...facts }: Event): string {
  const pairs = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return [time, level.padEnd(5), event, ...pairs].join(' ')
}

/** JSON leaves some as they are that begin a line, steer a terminal, or turn the direction of text. */
function escapeUnseen(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
