import { createInterface } from 'node:readline'

/** Asks one thing after the other; no answer means that whoever was asked has had enough. */
export type Asker = {
  ask: (question: string) => Promise<string | undefined>
  close: () => void
}

/** Asks on the terminal. Lines typed ahead wait for their question; Ctrl+C and Ctrl+D end it all. */
export function openAsker(): Asker {
  // On the error stream, so that the output stays what a script may read.
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const lines: string[] = []
  let isOver = false
  let answer: ((line: string | undefined) => void) | undefined
  const tell = () => {
    if (!answer || (lines.length === 0 && !isOver)) return
    answer(lines.shift())
    answer = undefined
  }
  terminal.on('line', (line) => {
    lines.push(line)
    tell()
  })
  terminal.on('close', () => {
    isOver = true
    tell()
  })
  return {
    ask: (question) => {
      if (!isOver) {
        terminal.setPrompt(question)
        terminal.prompt()
      }
      return new Promise((resolve) => {
        answer = resolve
        tell()
      })
    },
    close: () => terminal.close(),
  }
}
