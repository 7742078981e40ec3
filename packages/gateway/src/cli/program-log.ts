import { createLog, type Log } from '../log.ts'
import { redactSecrets } from '../redact.ts'

const isTerminal = process.stdout.isTTY

/** The log of a server: readable at a terminal, JSON for log collectors otherwise. */
export function programLog(): Log {
  return createLog(print, Date.now, isTerminal ? 'readable' : 'json')
}

/** Prints a status sentence at a terminal, and logs it as an event otherwise. */
export function sayTo(log: Log): (sentence: string) => void {
  return isTerminal ? print : (sentence) => log('info', sentence)
}

/** Redacts secrets: mail servers and databases may repeat them in their replies. */
function print(line: string) {
  console.log(redactSecrets(line, process.env))
}
