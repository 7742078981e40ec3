import type { PageProject } from '../content/schema.ts'

const MIN_PROJECTS = 9
/** How many technologies the filter needs, and how many projects must share each. */
const MIN_SHARED = 3
const MAX_TECHNOLOGIES = 8

/** A technology, and the indexes of the projects below the featured one that use it. */
export type FilterChoice = { name: string; slides: number[] }

/**
 * The technologies by which visitors filter the projects, the most used first. Undefined for fewer than nine
 * projects, or if fewer than three technologies have three projects each: a filter would be longer than the list.
 */
export function filterChoices(cards: PageProject[]): FilterChoice[] | undefined {
  if (cards.length < MIN_PROJECTS) return undefined
  const slides = new Map<string, number[]>()
  for (const [index, { technologies = [] }] of cards.filter((card) => !card.featured).entries()) {
    for (const name of new Set(technologies)) {
      slides.set(name, [...(slides.get(name) ?? []), index])
    }
  }
  const shared = [...slides]
    .map(([name, slides]) => ({ name, slides }))
    .filter((choice) => choice.slides.length >= MIN_SHARED)
    .toSorted((one, other) => other.slides.length - one.slides.length)
  return shared.length >= MIN_SHARED ? shared.slice(0, MAX_TECHNOLOGIES) : undefined
}
