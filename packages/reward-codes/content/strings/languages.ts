import type { Strings } from '../schema/strings.ts'
import { cs } from './cs.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { uk } from './uk.ts'

export const LANGUAGES: Record<string, Strings> = { cs, de, en, es, fr, it, nl, pl, pt, sv, uk }

/** The texts for a language tag such as de-AT. Undefined if no file has its language. */
export function stringsIn(tag: string): Strings | undefined {
  return LANGUAGES[tag.split('-')[0]?.toLowerCase() ?? '']
}
