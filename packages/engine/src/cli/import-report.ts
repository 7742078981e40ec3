import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import { sanitizeText } from 'reward-codes-gateway/terminal/sanitize'

/** A unified diff with two lines of context, sanitized for a terminal. */
export function formatDiff(
  name: string,
  before: string,
  after: string,
  isTerminal: boolean,
): string {
  const patch = createTwoFilesPatch(name, name, before, after, '', '', { context: 2 })
  const [, ...lines] = patch.trimEnd().split('\n')
  const colours = { '@': 'cyan', '+': 'green', '-': 'red' } as const
  return lines
    .map((line) => {
      const text = sanitizeText(line.replaceAll('\r', '')).trimEnd()
      const colour = colours[line.charAt(0) as keyof typeof colours]
      return isTerminal && colour ? styleText(colour, text) : text
    })
    .join('\n')
}
