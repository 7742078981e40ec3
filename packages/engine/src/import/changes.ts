import { getIn } from '../content/values.ts'
import type { Draft } from './draft.ts'

export type Path = readonly (string | number)[]

/**
 * A new value at a path: a text, a number or a whole list. A frame is a field that a new section
 * requires besides the imported ones.
 */
export type Change = { path: Path; value: unknown; isFrame?: true }

/** Objects that are replaced as a whole, so that no field of the old one stays beside a new one. */
const WHOLE = new Set(['person.location'])

/** The fields that a section requires if the content does not have it. */
const FRAMES: Record<string, Record<string, unknown>> = {
  about: { menuLabel: 'About', heading: 'About', bio: [], figures: [] },
  services: { menuLabel: 'Services', heading: 'Services', cards: [] },
  projects: { menuLabel: 'Portfolio', heading: 'Portfolio', cards: [] },
  resume: {
    menuLabel: 'Resume',
    heading: 'Resume',
    downloadLabel: 'Download Resume',
    fileName: 'Resume.pdf',
  },
  'resume.education': { heading: 'Education' },
  'resume.experience': { heading: 'Experience' },
  'resume.volunteering': { heading: 'Volunteering' },
  'resume.skills': { heading: 'My Skills' },
  'resume.languages': { heading: 'Languages' },
  'resume.certificates': { heading: 'Certificates' },
  'resume.awards': { heading: 'Awards' },
  'resume.publications': { heading: 'Publications' },
}

/** The changes that a draft makes to the content, including frames of new sections. */
export function listChanges(draft: Draft, content: unknown): Change[] {
  const leaves = findLeaves(draft, [])
  const frames = Object.entries(FRAMES).flatMap(([name, frame]) => {
    const section = name.split('.')
    const isNew = getIn(content, section) == null && getIn(draft, section) !== undefined
    return isNew
      ? Object.entries(frame).map(([key, value]) => ({
          path: [...section, key],
          value,
          isFrame: true as const,
        }))
      : []
  })
  return [...frames, ...leaves]
}

function findLeaves(value: unknown, path: string[]): Change[] {
  if (value === undefined) return []
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || WHOLE.has(path.join('.'))) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => findLeaves(inner, [...path, key]))
}

/** A copy of the content with one value set; missing parents are created. */
export function setIn(content: unknown, path: Path, value: unknown): unknown {
  const [step, ...others] = path
  if (step === undefined) return value
  const inner = setIn(getIn(content, [step]), others, value)
  if (Array.isArray(content)) return content.with(Number(step), inner)
  return { ...(content as object | null | undefined), [step]: inner }
}

/** A copy of the content without one value. */
export function deleteIn(content: unknown, path: Path): unknown {
  const [step, ...others] = path
  if (step === undefined) return undefined
  if (others.length > 0) return setIn(content, [step], deleteIn(getIn(content, [step]), others))
  if (Array.isArray(content)) return content.toSpliced(Number(step), 1)
  const { [step]: _, ...rest } = content as Record<string | number, unknown>
  return rest
}
