export type Level = 'info' | 'warn' | 'error'
export type Log = (level: Level, event: string, facts?: Record<string, string | number>) => void

/**
 * One line an event: time, level, event, then name=value. Values are quoted as JSON, so nothing that
 * a visitor or a mail server says can begin a line of its own. Never addresses or words of visitors.
 */
export function createLog(write: (line: string) => void, clock: () => number): Log {
  return (level, event, facts = {}) => {
    const pairs = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const time = new Date(clock()).toISOString()
    write([time, level.padEnd(5), event, ...pairs].join(' '))
  }
}
