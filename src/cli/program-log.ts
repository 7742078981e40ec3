import { createLog, type Log } from '../gateway/log.ts'

const isWatched = process.stdout.isTTY

/** The log of a program that serves: for a person at a terminal, else for programs that collect it. */
export function programLog(): Log {
  return createLog(console.log, Date.now, isWatched ? 'readable' : 'json')
}

/** What a program says of itself: a plain sentence at a terminal, and an event where logs are kept. */
export function sayTo(log: Log): (sentence: string) => void {
  return isWatched ? console.log : (sentence) => log('info', sentence)
}
