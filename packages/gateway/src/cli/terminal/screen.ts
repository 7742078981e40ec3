import type { Writable } from 'node:stream'
import { openAsker } from './asker.ts'

/** The streams of a command. */
export type Screen = {
  output: Writable
  errors: Writable
  /** Cells per line; infinite if no terminal limits them. */
  columns: number
  /** Whether the output is a terminal. */
  isTerminal: boolean
  /** Whether a person can answer questions. */
  canAsk: boolean
  ask: (question: string) => Promise<string>
}

/** Exits without an error when the reader closes the pipe, as `head` does. */
export function endQuietlyWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })
}

export function terminalScreen(): Screen {
  const { stdin, stdout, stderr } = process
  return {
    output: stdout,
    errors: stderr,
    columns: stdout.columns || Number(process.env.COLUMNS) || Number.POSITIVE_INFINITY,
    isTerminal: Boolean(stdout.isTTY),
    canAsk: Boolean(stdin.isTTY && stderr.isTTY),
    ask: async (question) => {
      const asker = openAsker()
      const answer = await asker.ask(question)
      asker.close()
      return answer ?? ''
    },
  }
}
