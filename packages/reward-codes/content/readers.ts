import { nearest } from 'reward-codes-gateway/did-you-mean'
import { type ContentError, formatReceived } from './diagnostic.ts'
import type { Parsed } from './schema.ts'
import { getIn, isFields, leavesOf, type Path } from './values.ts'

/** The tag of the page, of the resume that it links, and of all that is made from it. */
export const PAGE_TAG = 'page'

/** The sections with entries and texts that name their readers. */
const SECTIONS = ['about', 'projects', 'resume'] as const

/** The content for the readers with one of these tags: what is for others is left out. */
export function contentFor(content: Parsed, written: unknown, tags: string[]): Parsed {
  const sections = SECTIONS.flatMap((name) =>
    content[name] ? [[name, pick(content[name], getIn(written, [name]), tags)]] : [],
  )
  return { ...content, ...Object.fromEntries(sections) }
}

function pick(value: unknown, written: unknown, tags: string[]): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const own = getIn(written, [index])
      return isFor(own, tags) ? [pick(item, own, tags)] : []
    })
  }
  if (!isFields(value)) return value
  const { for: _, ...fields } = value
  const picked = Object.entries(fields).map(([name, item]) => [
    name,
    pick(item, getIn(written, [name]), tags),
  ])
  return Object.fromEntries(picked)
}

function isInSection([section]: Path): boolean {
  return SECTIONS.some((name) => name === section)
}

function isFor(written: unknown, tags: string[]): boolean {
  const readers = getIn(written, ['for'])
  return !Array.isArray(readers) || readers.some((tag) => tags.includes(tag))
}

/** Whether the page shows an entry. */
export function isForPage(written: unknown): boolean {
  return isFor(written, [PAGE_TAG])
}

type Leaf = { path: Path; leaf: unknown }

/** Tags of entries that no resume has, and tags of resumes that no entry has. */
export function findUnusedTags(written: unknown): ContentError[] {
  const leaves = leavesOf(written)
  const ofEntries = leaves.filter(({ path }) => isInSection(path) && path.at(-2) === 'for')
  const ofResumes = leaves.filter(({ path }) => path[0] === 'resumes' && path.at(-2) === 'tags')
  return [
    ...findUnknown(ofEntries, ofResumes, 'a tag of resumes'),
    ...findUnknown(ofResumes, ofEntries, 'a tag that an entry is for'),
  ]
}

function findUnknown(tags: Leaf[], others: Leaf[], expected: string): ContentError[] {
  const known = [...new Set([...others.map(({ leaf }) => String(leaf)), PAGE_TAG])]
  return tags
    .filter(({ leaf }) => !known.includes(String(leaf)))
    .map(({ path, leaf }) => ({
      path,
      found: formatReceived(leaf),
      expected: `${expected}: ${known.join(', ')}`,
      suggestion: nearest(String(leaf), known),
    }))
}
