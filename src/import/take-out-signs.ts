import { tidyText } from '../content/tidy-text.ts'
import { isCovered } from '../content/uncovered.ts'

const SIGNS =
  /(?:\p{RGI_Emoji}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}|\p{S})\ufe0f?\u200d?/gv

/** Stands where a sign was; no foreign text holds one, since an import takes out controls. */
const HOLE = '\0'
const GAP = String.raw`[ \t]*\0[ \t\0]*`
const MARK = String.raw`[|•·–—/,;\-]`

/** How a gap closes, in this order. */
const CLOSINGS: [RegExp, string][] = [
  [pattern`[(\[{]${GAP}[)\]}]`, HOLE],
  // What parts words goes where one of its sides is empty now.
  [pattern`(${MARK})${GAP}${MARK}`, '$1'],
  [pattern`^${GAP}(?:${MARK}|:)+[ \t]*`, ''],
  [pattern`[ \t]*${MARK}${GAP}$`, ''],
  [pattern`([.!?…])${GAP}\.`, '$1'],
  [pattern`(^|[(\[{“„«‘¿¡]|(?<=^|\s)["'])${GAP}`, '$1'],
  [pattern`${GAP}(?=$|[.,;:!?…)\]}”»’]|["'](?:\s|$))`, ''],
  [pattern`${GAP}`, ' '],
]

/** A text without the signs that no font of the resume has, such as emoji, and what was taken out. */
export function takeOutSigns(text: string): { text: string; signs: string[] } {
  const signs = new Set<string>()
  const open = text.replace(SIGNS, (sign) => {
    const seen = tidyText(sign)
    if ([...seen].every(isCovered)) return sign
    signs.add(seen)
    return HOLE
  })
  if (signs.size === 0) return { text, signs: [] }
  const lines = open.split('\n').flatMap((line) => {
    if (!line.includes(HOLE)) return [line]
    const closed = closeHoles(line)
    return closed ? [closed] : []
  })
  return { text: lines.join('\n').trim(), signs: [...signs] }
}

function closeHoles(line: string): string {
  return CLOSINGS.reduce((text, [gap, put]) => text.replace(gap, put), line).trim()
}

function pattern(parts: TemplateStringsArray, ...inner: string[]): RegExp {
  return new RegExp(String.raw(parts, ...inner), 'gu')
}
