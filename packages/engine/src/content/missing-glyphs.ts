import { tidyText } from './normalize-text.ts'
import { openFont, RESUME_FACES } from './resume-fonts.ts'

type Path = (string | number)[]

type MissingGlyphs = { path: Path; characters: string[] }

/** How many projects the resume PDF lists: readers look at the first few, the page has all. */
export const RESUME_PROJECTS = 6

/** Fields that the resume PDF prints; * matches any one path segment. */
const PRINTED_FIELDS = [
  'site.url',
  'site.language',
  'person.name',
  'person.headline',
  'person.location.*',
  'person.profiles.*.url',
  'hero.place',
  'about.bio.*',
  'projects.heading',
  'projects.cards.*.title',
  'projects.cards.*.summary',
  'projects.cards.*.githubUrl',
  'projects.cards.*.projectUrl',
  'resume.*.heading',
  'resume.*.entries.*.*',
  'resume.*.entries.*.highlights.*',
  'resume.*.entries.*.keywords.*',
  'strings.present',
  'strings.page',
].map((pattern) => pattern.split('.'))

/** Fields that only programs read. */
const NOT_PRINTED = ['period', 'date', 'url', 'color', 'country']

/** For each printed text, the characters that some font face of the resume cannot render. */
export function findMissingGlyphs(content: unknown): MissingGlyphs[] {
  const texts = findTexts(content, [])
  const hasLocation = texts.some(({ path }) => path[1] === 'location')
  const printed = texts.filter(({ path }) => !(hasLocation && path[0] === 'hero'))
  return printed.flatMap(({ path, text }) => {
    const characters = [...new Set(printedText(path, text))].filter((letter) => !isCovered(letter))
    return characters.length > 0 ? [{ path, characters }] : []
  })
}

function findTexts(value: unknown, path: Path): { path: Path; text: string }[] {
  if (typeof value === 'string') return isPrinted(path) ? [{ path, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, item]) => findTexts(item, [...path, key]))
}

function isPrinted(path: Path): boolean {
  const [section, , index] = path
  if (section === 'projects' && Number(index) >= RESUME_PROJECTS) return false
  if (NOT_PRINTED.includes(String(path.at(-1))) && section !== 'person' && section !== 'site') {
    return false
  }
  return PRINTED_FIELDS.some(
    (pattern) =>
      pattern.length === path.length &&
      pattern.every((step, at) => step === '*' || step === String(path[at])),
  )
}

/** The text that a field adds to the PDF. The language adds its month names. */
function printedText(path: Path, text: string): string {
  const name = path.join('.')
  if (name === 'site.language') return monthsIn(text)
  if (name === 'person.location.country') return ''
  return tidyText(text)
}

function monthsIn(language: string): string {
  try {
    const format = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' })
    return tidyText(
      Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month, 15))).join(' '),
    )
  } catch {
    // Not a language: the schema reports it.
    return ''
  }
}

let coverage: Set<number>[] | undefined

/** Whether every font face of the resume has the character in one of its fonts. */
export function isCovered(character: string): boolean {
  coverage ??= Object.values(RESUME_FACES).map(
    (fonts) => new Set(fonts.flat().flatMap((file) => openFont(file).characterSet)),
  )
  const code = character.codePointAt(0) ?? 0
  return coverage.every((codes) => codes.has(code))
}
