import { createInterface } from 'node:readline/promises'
import type { Writable } from 'node:stream'

/** Where a command speaks. */
export type Screen = {
  output: Writable
  errors: Writable
  /** How many cells a line has; without end where no terminal cuts it. */
  columns: number
  /** Whether the output is read on a terminal. */
  isTerminal: boolean
  /** Whether a person can be asked. */
  canAsk: boolean
  ask: (question: string) => Promise<string>
}

/** Whoever reads the output may have seen enough, as `head` does. */
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
      // On the error stream, so that the output stays what a script may read.
      const line = createInterface({ input: stdin, output: stderr })
      const closed = new Promise<string>((resolve) => line.once('close', () => resolve('')))
      const answer = await Promise.race([line.question(question), closed])
      line.close()
      return answer
    },
  }
}
