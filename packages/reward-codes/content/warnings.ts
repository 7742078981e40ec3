import { nearest } from 'reward-codes-gateway/did-you-mean'
import { ownCommand } from 'reward-codes-gateway/own-command'
import { type ContentError, type Diagnostic, formatReceived } from './diagnostic.ts'
import type { Leaf } from './json-schema.ts'
import { englishLabels } from './labels.ts'
import type { Portfolio } from './portfolio.ts'
import { isInSection, PAGE_TAG } from './resolve.ts'
import { getIn } from './values.ts'

/** What makes a page less good than it could be. Each has one line at a build, but for addresses, which work. */
const CAUSES = {
  small: ['picture is smaller than its place', 'pictures are smaller than their places'],
  tag: ['tag is not used', 'tags are not used'],
  past: ['month is over', 'months are over'],
  labels: ['label is in English', 'labels are in English'],
  address: ['story has no id', 'stories have no id'],
} as const

type Cause = keyof typeof CAUSES
type ContentWarning = ContentError & { cause: Cause }
export type Warning = Diagnostic & ContentWarning

/** What the owner may want to change in valid content. */
export function findWarnings(
  written: unknown,
  leaves: Leaf[],
  small: ContentError[],
  portfolio: Portfolio,
): ContentWarning[] {
  return [
    ...small.map((one) => ({ cause: 'small' as const, ...one })),
    ...findPast(written),
    ...findUnusedTags(leaves).map((unused) => ({ cause: 'tag' as const, ...unused })),
    ...englishLabels(written, portfolio).map((path) => ({
      cause: 'labels' as const,
      path,
      found: `an English label, because there are none in "${portfolio.site.language}"`,
      expected: 'your translation',
    })),
    ...findUnnamed(written, portfolio),
  ]
}

/** One line for each cause, with the place of the first one. */
export function summarizeWarnings(warnings: Warning[]): string[] {
  const names = (Object.keys(CAUSES) as Cause[]).filter((name) => name !== 'address')
  return names.flatMap((name) => {
    const places = warnings.filter(({ cause }) => cause === name)
    const [first] = places
    if (!first) return []
    const where = `, ${places.length > 1 ? 'the first ' : ''}in line ${first.line}`
    const which = name === 'labels' ? '' : where
    return [`${countOf(name, places)}${which}. ${ownCommand('doctor')} says more.`]
  })
}

/** "3 labels are in English" */
function countOf(cause: Cause, { length }: Warning[]): string {
  const [one, several] = CAUSES[cause]
  return length === 1 ? `1 ${one}` : `${length} ${several}`
}

/** An availability that was right until a month that is over. */
function findPast(written: unknown): ContentWarning[] {
  const path = ['hero', 'availability', 'until']
  const until = getIn(written, path)
  if (typeof until !== 'string' || until >= new Date().toISOString().slice(0, 7)) return []
  const expected = 'your availability from now on'
  return [{ cause: 'past', path, found: `an availability until ${until}`, expected }]
}

/** Stories whose address would change with their title. */
function findUnnamed(written: unknown, { projects }: Portfolio): ContentWarning[] {
  const cards = getIn(written, ['projects', 'cards'])
  return (Array.isArray(cards) ? cards : []).flatMap((card, index) => {
    const shown = projects?.cards.find(({ title }) => title === getIn(card, ['title']))
    if (!shown?.page || getIn(card, ['id']) !== undefined) return []
    return {
      cause: 'address',
      path: ['projects', 'cards', index, 'title'],
      found: `an address that is made of it: /${shown.page}`,
      expected: `\`id: ${shown.id}\` beside it, so that a new title keeps the address`,
    }
  })
}

/** Tags of entries that no resume has, and tags of resumes that no entry has. */
function findUnusedTags(leaves: Leaf[]): ContentError[] {
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
