import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'

/** The streams of a command. */
export type Screen = {
  output: Writable
  errors: Writable
  /** Cells per line; infinite if no terminal limits them. */
  columns: number
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
    canAsk: Boolean(stdin.isTTY && stderr.isTTY),
    ask: async (question) => {
      const asker = openAsker()
      const answer = await asker.ask(question)
      asker.close()
      return answer ?? ''
    },
  }
}

/** Asks one question after the other; undefined means that the user ended the input. */
export type Asker = {
  ask: (question: string) => Promise<string | undefined>
  close: () => void
}

/** Asks on the terminal. Lines typed ahead answer later questions; Ctrl+C and Ctrl+D end the input. */
export function openAsker(): Asker {
  // On stderr, so that a script can read stdout.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines = terminal[Symbol.asyncIterator]()
  let isClosed = false
  terminal.once('close', () => {
    isClosed = true
  })
  return {
    ask: async (question) => {
      if (!isClosed) {
        terminal.setPrompt(question)
        terminal.prompt()
      }
      const { value, done } = await lines.next()
      return done ? undefined : value
    },
    close: () => terminal.close(),
  }
}
