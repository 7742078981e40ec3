/**
 * What a terminal obeys instead of showing it: control characters of both sets, and the invisible
 * ones that turn the direction of a line or hide in it. Two joiners stay, for emoji and for scripts
 * that cannot be written without them.
 */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv
const UNSEEN_BUT_BREAKS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d\n]]/gv
const TAB = '    '

/** A stranger's words as one line that a terminal only shows. */
export function harmlessLine(text: string): string {
  return text
    .replace(/[\t\r\n]+/g, ' ')
    .toWellFormed()
    .replace(UNSEEN, show)
    .trim()
}

/** A stranger's words with their line breaks. */
export function harmlessText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', TAB)
    .toWellFormed()
    .replace(UNSEEN_BUT_BREAKS, show)
}

/** A value as JSON: the same value to whoever reads it, and harmless where a terminal shows it. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSEEN_BUT_BREAKS, escapeUnits)
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
