import { getAt, type Path } from './changes.ts'

/** Words that suit anyone: whoever keeps them has not forgotten them. */
const ANYONES = new Set([
  'site.language',
  'hero.greeting',
  'hero.button',
  'resume.download',
  'contact.subjects',
  'projects.githubLabel',
  'projects.projectLabel',
  'footer',
])
const ANYONES_NAMES = new Set(['menu', 'heading', 'icon', 'paper'])
const PHRASE_OF_ANYONE = "I'm {name}."

/** The fields of a content that still say what the sample says; lists with how many entries do. */
export function findSampleText(content: unknown, sample: unknown, path: Path = []): string[] {
  const name = path.join('.')
  if (ANYONES.has(name) || ANYONES_NAMES.has(String(path.at(-1)))) return []
  const here = getAt(content, path)
  const there = getAt(sample, path)
  if (Array.isArray(there)) return tellList(here, there, name)
  if (typeof there === 'object' && there !== null) {
    return Object.keys(there).flatMap((key) => findSampleText(content, sample, [...path, key]))
  }
  return here !== undefined && here === there ? [name] : []
}

/** Entries of the sample are known wherever they stand, and once one of their texts is all theirs. */
function tellList(here: unknown, there: unknown[], name: string): string[] {
  if (!Array.isArray(here)) return []
  const samples = new Set(there.map((entry) => JSON.stringify(entry)))
  const left = here.filter(
    (entry) => entry !== PHRASE_OF_ANYONE && samples.has(JSON.stringify(entry)),
  ).length
  if (left === 0) return []
  return [left === here.length ? `${name} (all ${left})` : `${name} (${left} of ${here.length})`]
}
