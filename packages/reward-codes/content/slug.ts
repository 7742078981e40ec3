import { textLanguage } from 'reward-codes-gateway/protocol'
import type { Strings } from './schema/strings.ts'
import { stringsIn } from './strings/languages.ts'

/** What German writes for letters that others write without their marks, and a letter that has no mark. */
const LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ł: 'l' }

/** The address of a title: its words of a to z and 0 to 9. Undefined without any letter of them. */
export function addressOf(title: string, language: string): string | undefined {
  const letters = language === 'de' ? /[äöüł]/g : /ł/g
  const latin = title.toLowerCase().replace(letters, (letter) => LETTERS[letter] ?? letter)
  const plain = latin.normalize('NFKD').replace(/\p{M}/gu, '')
  const address = (plain.match(/[a-z0-9]+/g) ?? []).join('-')
  return /[a-z]/.test(address) ? address : undefined
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
