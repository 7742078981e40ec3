import { nearest } from 'reward-codes-gateway/did-you-mean'
import { formatReceived } from './diagnostic.ts'
import type { Leaf } from './json-schema.ts'
import type { Portfolio } from './portfolio.ts'
import type { Link } from './references.ts'
import { isInSection, PAGE_TAG } from './resolve.ts'
import { anchorOf, BUILT_IN } from './schema/sections.ts'
import { type ContentError, getIn, type Path } from './values.ts'

// These rules are not part of the schema, which compares fields with each other only once each of
// them is valid.

/** Reports errors between fields. */
export function checkRules(content: unknown, leaves: Leaf[]): ContentError[] {
  return [...checkSectionOrder(content), ...findRepeats(content), ...findUnknownTags(leaves)]
}

const UNIQUE_LISTS: { list: Path; field: Path; expected: string }[] = [
  { list: ['contact', 'subjects'], field: [], expected: 'unique subjects' },
  { list: ['person', 'profiles'], field: ['url'], expected: 'unique URLs' },
  { list: ['projects', 'cards'], field: ['id'], expected: 'an id that no other project has' },
  { list: ['customSections'], field: ['id'], expected: 'an id that no other section has' },
  { list: ['resumes'], field: ['name'], expected: 'unique names' },
  { list: ['sectionOrder'], field: [], expected: 'each section once' },
]

/** List entries that duplicate an earlier entry. */
function findRepeats(content: unknown): ContentError[] {
  return UNIQUE_LISTS.flatMap(({ list, field, expected }) => {
    const texts = listAt(content, list).map((entry) => textAt(entry, field)?.trim())
    return texts.flatMap((text, index) =>
      text !== undefined && texts.indexOf(text) < index
        ? [{ path: [...list, index, ...field], found: formatReceived(text), expected }]
        : [],
    )
  })
}

/** Names in `sectionOrder` that no section has. */
function checkSectionOrder(content: unknown): ContentError[] {
  const custom = listAt(content, ['customSections']).flatMap((entry) => textAt(entry, ['id']) ?? [])
  const known = [...new Set([...BUILT_IN, ...custom])]
  return listAt(content, ['sectionOrder']).flatMap((leaf, index) =>
    findUnknown({ path: ['sectionOrder', index], leaf }, known),
  )
}

/** Tags of entries that no resume has: no reader would see the entry. */
function findUnknownTags(leaves: Leaf[]): ContentError[] {
  const ofResumes = leaves.filter(({ path }) => path[0] === 'resumes' && path.at(-2) === 'tags')
  const known = new Set([PAGE_TAG, ...ofResumes.map(({ leaf }) => String(leaf))])
  return leaves
    .filter(({ path }) => isInSection(path) && path.at(-2) === 'for')
    .flatMap((tag) => findUnknown(tag, [...known]))
}

function findUnknown({ path, leaf }: Pick<Leaf, 'path' | 'leaf'>, known: string[]): ContentError[] {
  if (typeof leaf !== 'string' || known.includes(leaf)) return []
  const suggestion = nearest(leaf, known)
  return [{ path, found: formatReceived(leaf), expected: known.join(', '), suggestion }]
}

function listAt(content: unknown, path: Path): unknown[] {
  const value = getIn(content, path)
  return Array.isArray(value) ? value : []
}

function textAt(content: unknown, path: Path): string | undefined {
  const text = getIn(content, path)
  return typeof text === 'string' ? text : undefined
}

/** Links to anchors that the page does not have. */
export function checkAnchors(links: Link[], portfolio: Portfolio): ContentError[] {
  const anchors = portfolio.sectionOrder.map(({ anchor }) => `#${anchor}`)
  return links
    .map((link) => ({ ...link, target: link.target.replace(/^\/#/, '#') }))
    .filter(({ target }) => target.startsWith('#') && !anchors.includes(target))
    .map(({ path, target, place }) => ({
      path,
      ...place,
      found: `a link to ${formatReceived(target)}`,
      expected: `a link to an anchor of the page: ${anchors.join(', ')}`,
      suggestion:
        anchors.find((anchor) => anchor === `#${anchorOf(target.slice(1))}`) ??
        nearest(target, anchors),
    }))
}
