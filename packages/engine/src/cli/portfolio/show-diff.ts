import { styleText } from 'node:util'
import { structuredPatch } from 'diff'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'

const CONTEXT_LINES = 2

/** A unified diff with two lines of context, sanitized for a terminal. */
export function showDiff(name: string, before: string, after: string, isTerminal: boolean): string {
  const { hunks } = structuredPatch(name, name, before, after, '', '', { context: CONTEXT_LINES })
  const paint = (format: 'red' | 'green' | 'cyan', text: string) =>
    isTerminal ? styleText(format, text) : text
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    paint('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...changed.map((line) => {
      const text = sanitizeText(line).replaceAll('\n', ' ').trimEnd()
      if (line.startsWith('+')) return paint('green', text)
      return line.startsWith('-') ? paint('red', text) : text
    }),
  ])
  return [`--- ${name}`, `+++ ${name}`, ...lines].join('\n')
}
