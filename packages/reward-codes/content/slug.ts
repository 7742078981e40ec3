import { textLanguage } from 'reward-codes-gateway/protocol'
import type { Strings } from './schema/strings.ts'
import { stringsIn } from './strings/languages.ts'

/** The words of a text without accents, joined by hyphens: the readable part of an anchor or a file name. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}_]+/gu)
  return (words ?? []).join('-')
}

/** What German writes for letters that others write without their marks, and a letter that has no mark. */
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ł: 'l' }

/** The slug of a label in an address. Undefined in another script: a shared link would have it in percent codes. */
export function addressOf(label: string, language: string): string | undefined {
  const slug = plainSlug(label, language)
  return /^[a-z0-9-]+$/.test(slug) ? slug : undefined
}

/** The address of a title: its words of a to z and 0 to 9. Undefined without any letter of them. */
export function addressOfTitle(title: string, language: string): string | undefined {
  const words = plainSlug(title, language).match(/[a-z0-9]+/g) ?? []
  return words.some((word) => /[a-z]/.test(word)) ? words.join('-') : undefined
}

function plainSlug(label: string, language: string): string {
  const letters = language === 'de' ? /[äöüł]/g : /ł/g
  return slugOf(label.toLowerCase().replace(letters, (letter) => LETTERS[letter] ?? letter))
}

/** The address that is made of a default text in the language. In English, and in another script, it is the given one. */
export function addressIn(
  tag: string,
  labelIn: (texts: Strings) => string,
  english: string,
): string {
  const language = textLanguage(tag)
  const texts = language === 'en' ? undefined : stringsIn(tag)
  return (texts && addressOf(labelIn(texts), language)) ?? english
}
