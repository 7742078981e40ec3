import { styleText } from 'node:util'
import { terminalScreen } from 'reward-codes-gateway/terminal/screen'
import { type LintContext, lintContent } from '../content/lint.ts'
import type { ContentDocument } from '../content/load.ts'
import { formatAdvice } from './terminal/format-advice.ts'

/** Formats the lint advice on the content; empty if there is none. */
export function adviceText(written: ContentDocument, facts: LintContext): string {
  const advice = lintContent(written, facts)
  if (advice.length === 0) return ''
  const { columns } = terminalScreen()
  const title = styleText('bold', 'Advice (optional):')
  return `\n${title}\n\n${formatAdvice(advice, columns)}\n`
}
