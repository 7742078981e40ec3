import { openFont, RESUME_FACES } from './resume-fonts.ts'
import { tidyText } from './tidy-text.ts'

type Path = (string | number)[]

type Uncovered = { path: Path; characters: string[] }

/** How many projects the resume file shows: readers look at the first few, the page has them all. */
export const RESUME_PROJECTS = 6

/** What the resume file shows; a star stands for any one step. */
const DRAWN = [
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
  'words.present',
  'words.page',
].map((pattern) => pattern.split('.'))

/** What programs read but nobody sees. */
const HIDDEN = ['period', 'date', 'url', 'color', 'country']

/** The letters of each drawn text that some face of the resume has in none of its fonts. */
export function findUncovered(content: unknown): Uncovered[] {
  const texts = findTexts(content, [])
  const hasLocation = texts.some(({ path }) => path[1] === 'location')
  const shown = texts.filter(({ path }) => !(hasLocation && path[0] === 'hero'))
  return shown.flatMap(({ path, text }) => {
    const characters = [...new Set(drawnText(path, text))].filter((letter) => !isCovered(letter))
    return characters.length > 0 ? [{ path, characters }] : []
  })
}

function findTexts(value: unknown, path: Path): { path: Path; text: string }[] {
  if (typeof value === 'string') return isDrawn(path) ? [{ path, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return entries.flatMap(([key, item]) => findTexts(item, [...path, key]))
}

function isDrawn(path: Path): boolean {
  const [section, , place] = path
  if (section === 'projects' && Number(place) >= RESUME_PROJECTS) return false
  if (HIDDEN.includes(String(path.at(-1))) && section !== 'person' && section !== 'site') {
    return false
  }
  return DRAWN.some(
    (pattern) =>
      pattern.length === path.length &&
      pattern.every((step, at) => step === '*' || step === String(path[at])),
  )
}

/** Of a language, the names that dates and countries have in it. */
function drawnText(path: Path, text: string): string {
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
    // Not a language; the schema says so.
    return ''
  }
}

let covered: Set<number>[] | undefined

/** Whether every face of the resume file has a character in one of its fonts. */
export function isCovered(character: string): boolean {
  covered ??= Object.values(RESUME_FACES).map(
    (designs) => new Set(designs.flat().flatMap((file) => openFont(file).characterSet)),
  )
  const code = character.codePointAt(0) ?? 0
  return covered.every((codes) => codes.has(code))
}
