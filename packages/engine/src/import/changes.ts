import { valueAt } from '../content/at-path.ts'
import type { Draft } from './draft.ts'

export type Path = readonly (string | number)[]

/**
 * A value that takes its place in the content: a text, a number or a whole list. A frame is what
 * a new section needs around it.
 */
export type Change = { path: Path; value: unknown; isFrame?: true }

/** Places whose fields belong together, so that no half of an old one stays beside a new one. */
const WHOLE = new Set(['person.location'])

/** What a section needs to stand by itself where the content had none. */
const FRAMES: Record<string, Record<string, unknown>> = {
  about: { menu: 'About', heading: 'About', bio: [], figures: [] },
  projects: { menu: 'Portfolio', heading: 'Portfolio', cards: [] },
  resume: { menu: 'Resume', heading: 'Summary', download: 'Download Resume', file: 'Resume.pdf' },
  'resume.education': { heading: 'Education' },
  'resume.experience': { heading: 'Experience' },
  'resume.volunteering': { heading: 'Volunteering' },
  'resume.skills': { heading: 'My Skills' },
  'resume.languages': { heading: 'Languages' },
  'resume.certificates': { heading: 'Certificates' },
  'resume.awards': { heading: 'Awards' },
  'resume.publications': { heading: 'Publications' },
}

/** The changes that a draft makes to a content, sections that were not there with their headings. */
export function listChanges(draft: Draft, content: unknown): Change[] {
  const leaves = findLeaves(draft, [])
  const paths = leaves.flatMap(({ path }) => path.map((_, end) => path.slice(0, end)))
  const missing = new Set(
    paths.filter((path) => valueAt(content, path) == null).map((path) => path.join('.')),
  )
  const frames = Object.entries(FRAMES).flatMap(([name, frame]) =>
    missing.has(name)
      ? Object.entries(frame).map(([key, value]) => ({
          path: [...name.split('.'), key],
          value,
          isFrame: true as const,
        }))
      : [],
  )
  return [...frames, ...leaves]
}

function findLeaves(value: unknown, path: string[]): Change[] {
  if (value === undefined) return []
  const isNamed = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isNamed || WHOLE.has(path.join('.'))) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => findLeaves(inner, [...path, key]))
}

/** The content with one value in its place; what it did not have on the way is made. */
export function withValue(content: unknown, path: Path, value: unknown): unknown {
  const [step, ...others] = path
  if (step === undefined) return value
  const inner = withValue(valueAt(content, [step]), others, value)
  if (Array.isArray(content)) return content.with(Number(step), inner)
  return { ...(content as object | null | undefined), [step]: inner }
}

/** The content without one value. */
export function withoutValue(content: unknown, path: Path): unknown {
  const [step, ...others] = path
  if (step === undefined) return undefined
  if (others.length > 0)
    return withValue(content, [step], withoutValue(valueAt(content, [step]), others))
  if (Array.isArray(content)) return content.toSpliced(Number(step), 1)
  const { [step]: _, ...rest } = content as Record<string | number, unknown>
  return rest
}
