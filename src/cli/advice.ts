import { styleText } from 'node:util'
import { adviseOn, type Facts } from '../content/advice/advice.ts'
import type { Written } from '../content/load.ts'
import { remarksText } from './terminal/remarks.ts'
import { terminalScreen } from './terminal/screen.ts'

/** The advice on a content as a person reads it; empty where there is none. */
export function adviceText(written: Written, facts: Facts): string {
  const advice = adviseOn(written, facts)
  if (advice.length === 0) return ''
  const { columns } = terminalScreen()
  const title = styleText('bold', 'Advice, which stops nothing:')
  return `\n${title}\n\n${remarksText(advice, columns)}\n`
}
