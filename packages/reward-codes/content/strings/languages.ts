import { textLanguage } from 'reward-codes-gateway/protocol'
import type { Strings } from '../schema/strings.ts'
import { ar } from './ar.ts'
import { cs } from './cs.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { sv } from './sv.ts'
import { uk } from './uk.ts'
import { zh } from './zh.ts'

export const LANGUAGES: Record<string, Strings> = {
  ...{ ar, cs, de, en, es, fr, it, ja, nl, pl, pt, sv, uk, zh },
}

/** The texts for a language tag such as de-AT. Undefined if no file has its language. */
export function stringsIn(tag: string): Strings | undefined {
  return LANGUAGES[textLanguage(tag)]
}
