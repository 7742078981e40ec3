import { styleText } from 'node:util'
import { structuredPatch } from 'diff'
import { harmlessText } from '../terminal/harmless.ts'

const AROUND = 2

/** The lines that differ and two around them, as a terminal may show them. */
export function showDiff(name: string, before: string, after: string, isTerminal: boolean): string {
  const { hunks } = structuredPatch(name, name, before, after, '', '', { context: AROUND })
  const paint = (format: 'red' | 'green' | 'cyan', text: string) =>
    isTerminal ? styleText(format, text) : text
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    paint('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`),
    ...changed.map((line) => {
      const text = harmlessText(line).replaceAll('\n', ' ').trimEnd()
      if (line.startsWith('+')) return paint('green', text)
      return line.startsWith('-') ? paint('red', text) : text
    }),
  ])
  return [`--- ${name}`, `+++ ${name}`, ...lines].join('\n')
}
