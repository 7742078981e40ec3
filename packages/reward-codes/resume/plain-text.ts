import type { Portfolio } from '../content/portfolio.ts'
import { type Block, lineOf, type Run, resumeBlocks } from './blocks.ts'

const COLUMNS = 78
const BULLET = '- '
/** A character of East Asia, which is as wide as two others. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g
/** Where a line may break: after a space, and before a Chinese or Japanese letter that follows such a character. */
const BREAKS =
  /(?<= )|(?<=[\u3000-\u9fff])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u

/** The resume as plain text of 78 columns. A longer word, such as an address, has a separate line. */
export function renderPlainText(portfolio: Portfolio): string {
  const blocks = resumeBlocks(portfolio)
  const texts = blocks.map((block, index) => {
    const first = block.style === 'item' ? BULLET : ''
    const lines = textOf(block)
      .split('\n')
      .flatMap((line) => wrap(line, COLUMNS - first.length))
    if (block.style === 'section') lines.push('-'.repeat(widthOf(lines[0] ?? '')))
    const indented = lines.map((line, n) => (n === 0 ? first : ' '.repeat(first.length)) + line)
    return (isApart(block, blocks[index - 1]) ? '\n' : '') + indented.join('\n')
  })
  return `${texts.join('\n')}\n`
}

/** Whether an empty line stands above a block. */
function isApart({ style }: Block, above: Block | undefined): boolean {
  if (!above) return false
  if (style === 'paragraph') return ['contact', 'paragraph'].includes(above.style)
  return above.style === 'section' || ['section', 'entry', 'position', 'credit'].includes(style)
}

function textOf(block: Block): string {
  const { dates } = block
  return lineOf(block).map(withAddress).join('') + (dates ? `\n${dates}` : '')
}

/** A reader of plain text cannot follow a link that its text does not show. */
function withAddress({ text, href, isAddress }: Run): string {
  return href && !isAddress ? `${text} (${href})` : text
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(BREAKS)) {
    const line = lines.at(-1)
    if (line === undefined || widthOf((line + word).trimEnd()) > columns) lines.push(word)
    else lines[lines.length - 1] = line + word
  }
  return lines.map((line) => line.trimEnd())
}

function widthOf(text: string): number {
  return text.replace(WIDE, '  ').length
}
