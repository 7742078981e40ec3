import { createLog, type Log } from '../gateway/log.ts'

/** The log of a program that serves. */
export function programLog(): Log {
  return createLog(console.log, Date.now)
}
