import type { PortfolioInput } from '../schema.ts'
import { type Remark, remarkIf, type Text, textsOf } from './remark.ts'

/** Starts of URLs, file paths and colour codes. */
const NOT_PROSE = /^(https?:|images\/|files\/|\/|#)/

// Single opening tags are allowed: the text may be about them, as in "draws on <canvas>".
const HTML =
  /<\/[a-z][a-z0-9]*\s*>|<[a-z][a-z0-9]*\s+[a-z-]+\s*=[^>]*>|<(?:b|i|u|em|strong|br|hr)\s*\/?>|&(?:#\d+|#x[\da-f]+|nbsp|amp|lt|gt|quot|[nm]dash|hellip|copy);/i
const MARKDOWN =
  /(?<![\p{L}\d*])\*\*(?=\S).+?(?<=\S)\*\*(?![\p{L}\d*])|\[[^\]]+\]\((?:https?:|mailto:|[#/])[^)]*\)|`[^`]+`/u

/** Reports HTML and Markdown, which the page shows as plain text. */
export function checkMarkup(content: PortfolioInput): Remark[] {
  return textsOf(content)
    .filter(({ text }) => !NOT_PROSE.test(text))
    .flatMap(checkText)
}

function checkText({ path, text }: Text): Remark[] {
  const [html] = HTML.exec(text) ?? []
  const [markdown] = MARKDOWN.exec(text) ?? []
  return remarkIf(html !== undefined || markdown !== undefined, {
    path,
    found: `"${html ?? markdown}"`,
    meaning: `Texts are plain: visitors see the ${html ? 'HTML' : 'Markdown'}.`,
    action:
      'Write plain text and the characters themselves. For line breaks, start a block text with ' +
      '|- and continue on the next line.',
  })
}
