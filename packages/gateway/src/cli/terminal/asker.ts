import { createInterface } from 'node:readline'

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
