import { type ContentError, formatReceived } from './diagnostic.ts'
import { languageCode } from './fields.ts'
import { getIn } from './get-in.ts'
import { isRightToLeft } from './language.ts'
import { findMissingGlyphs } from './missing-glyphs.ts'

/** Reports content that the resume PDF cannot be generated from. */
export function validateResume(content: unknown): ContentError[] {
  const resume = getIn(content, ['resume'])
  if (typeof resume !== 'object' || resume === null) return []
  if (getIn(resume, ['customPdf']) !== undefined) return []
  return checkLanguage(content) ?? findMissingGlyphs(content).map(describeMissingGlyphs)
}

/** The resume PDF is laid out left to right, and its fonts have no right-to-left scripts. */
function checkLanguage(content: unknown): ContentError[] | undefined {
  const language = getIn(content, ['site', 'language'])
  if (!languageCode.safeParse(language).success || !isRightToLeft(String(language)))
    return undefined
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(String(language))
  return [
    {
      path: ['site', 'language'],
      found: `${formatReceived(language)} (${name}), a right-to-left language`,
      expected:
        'a left-to-right language, because the resume PDF is generated from this content. Set ' +
        'resume.customPdf to your own PDF, or delete the resume section; the page itself supports ' +
        'right-to-left languages',
    },
  ]
}

function describeMissingGlyphs({
  path,
  characters,
}: ReturnType<typeof findMissingGlyphs>[number]): ContentError {
  return {
    path,
    found: characters.map(describeCharacter).join(', '),
    expected:
      'characters of the resume fonts: Latin, Greek, Cyrillic and common symbols. Replace them, or ' +
      'set resume.customPdf to your own PDF',
  }
}

const SCRIPTS = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Georgian',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Katakana',
  'Tamil',
  'Thai',
]

/** A character, its code point and, if known, its script or "emoji". */
function describeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const script = SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
  const kind = script ?? (/\p{Extended_Pictographic}/u.test(character) ? 'emoji' : undefined)
  return `${JSON.stringify(character)} (${[number, kind].filter(Boolean).join(', ')})`
}
