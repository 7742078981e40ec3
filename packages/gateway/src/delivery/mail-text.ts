import { textLanguage } from '../protocol.ts'
import { type MailText, TEXTS } from './mail-texts/languages.ts'

const texts = new Map<string, MailText>(Object.entries(TEXTS))

/** The texts for a language tag such as de-AT, and the tag that they are in; English for others. */
export function mailTextIn(tag = 'en'): { language: string; text: MailText } {
  const text = texts.get(textLanguage(tag))
  return text ? { language: tag, text } : { language: 'en', text: TEXTS.en }
}

/** The language that a form names, if there are texts in it. Anybody can send any value. */
export function namedLanguage(tag: unknown): string | undefined {
  try {
    const [language = ''] = Intl.getCanonicalLocales(String(tag))
    return mailTextIn(language).language === language ? language : undefined
  } catch {
    return undefined
  }
}

/** How many messages, in English. */
export function describeCount(count: number): string {
  return count === 1 ? 'one message' : `${count} messages`
}

/** Fills the placeholders of a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
