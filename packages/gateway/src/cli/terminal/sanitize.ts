import { escapeCharacter } from '../../log.ts'

/**
 * Characters that a terminal interprets instead of printing: control characters of both sets (C0 and
 * C1), bidi controls and invisible characters. Two joiners stay: emoji and some scripts need them.
 */
const CONTROLS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d]]/gv
const CONTROLS_EXCEPT_BREAKS = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200c\u200d\n]]/gv
const TAB = '    '

/** Untrusted text as one line without terminal controls. */
export function sanitizeLine(text: string): string {
  return text
    .replace(/[\t\r\n]+/g, ' ')
    .toWellFormed()
    .replace(CONTROLS, makeVisible)
    .trim()
}

/** Untrusted text with its line breaks, without terminal controls. */
export function sanitizeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', TAB)
    .toWellFormed()
    .replace(CONTROLS_EXCEPT_BREAKS, makeVisible)
}

/** A value as JSON without terminal controls; it parses to the same value. */
export function sanitizeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(CONTROLS_EXCEPT_BREAKS, escapeCharacter)
}

function makeVisible(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
