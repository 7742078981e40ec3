import { parseDocument } from 'yaml'
import { valueAt } from '../content/at-path.ts'
import type { Problem } from '../content/problem.ts'
import { applyToDocument } from './apply-to-document.ts'
import { type Change, listChanges, withValue } from './changes.ts'
import type { Draft, Left } from './draft.ts'
import { tellFilledIn } from './filled-in.ts'
import { fitChanges } from './fit.ts'
import { keepOwn } from './keep-own.ts'
import { pageLines } from './page-lines.ts'
import { isProfileAddress } from './profiles.ts'
import { takeRefused } from './refused.ts'
import { replacePerson } from './sample-person.ts'

const MOST_ROUNDS = 5

/** What an import would make of a content file. */
export type Prepared = {
  text: string
  taken: Change[]
  /** Lines of the page that say the same as what was taken. */
  following: Change[]
  left: Left[]
}

/** What a content file would be refused for. */
type Judge = (text: string) => Problem[]

/** Works an import into the text of a content file without faults; nothing is written. */
export function prepareImport(
  imported: { draft: Draft; left: Left[] },
  ownText: string,
  sampleText: string,
  judge: Judge = () => [],
): Prepared {
  const sample = readYaml(sampleText)
  const settled = settlePerson(imported.draft, ownText, judge)
  const { draft, text } = replacePerson(settled.draft, ownText, sample)
  const content = readYaml(text)
  const site = settleAddress(draft, content)
  const whole = pageLines(keepOwn(site.draft, content, sample), readYaml(ownText), sample)
  const fitted = fitChanges(listChanges(whole, content), content)
  const judged = judgeChanges(text, fitted.changes, judge)
  const named = new Set(listChanges(site.draft, content).map(({ path }) => path.join('.')))
  const isImported = ({ path }: Change) => named.has(path.join('.'))
  const made = judged.changes.filter(({ isFrame }) => !isFrame)
  return {
    text: judged.text,
    taken: made.filter(isImported),
    following: made.filter((change) => !isImported(change)),
    left: [
      ...imported.left,
      ...settled.left,
      ...site.left,
      ...fitted.left,
      ...judged.left,
      ...tellFilledIn(made.filter(isImported)),
    ],
  }
}

/** The person as the content will have it: lines of the page follow from nothing else. */
function settlePerson(draft: Draft, text: string, judge: Judge): { draft: Draft; left: Left[] } {
  const { person, ...others } = draft
  if (!person) return { draft, left: [] }
  const content = readYaml(text)
  const fitted = fitChanges(listChanges({ person }, content), content)
  const judged = judgeChanges(text, fitted.changes, judge)
  const settled = judged.changes.reduce<unknown>(
    (whole, { path, value }) => withValue(whole, path, value),
    others,
  )
  return { draft: settled as Draft, left: [...fitted.left, ...judged.left] }
}

/**
 * Takes out what the file as a whole would be refused for; what the import has no part in stays, and
 * so does a list in whose place nothing would be left.
 */
function judgeChanges(text: string, first: Change[], judge: Judge) {
  const content = readYaml(text)
  const isSaid = ({ path, value }: Change) =>
    !isEmptyList(value) ||
    valueAt(content, path) === undefined ||
    first.some((change) => change.path === path && isEmptyList(change.value))
  let changes = first
  const left: Left[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const changed = applyToDocument(text, changes)
    const taken = takeRefused(changes, judge(changed))
    if (!taken) return { text: changed, changes, left }
    changes = taken.changes.filter(isSaid)
    left.push(...taken.left)
  }
  return { text: applyToDocument(text, changes), changes, left }
}

/** The address of the site decides where the built page says it lives: an owner's own one stays. */
function settleAddress(draft: Draft, content: unknown): { draft: Draft; left: Left[] } {
  const url = draft.site?.url
  const own = valueAt(content, ['site', 'url'])
  if (!url || url === own) return { draft, left: [] }
  const why = isProfileAddress(url)
    ? 'it is the address of a profile, and site.url is where this page will be'
    : own !== undefined
      ? `site.url is ${String(own)} already`
      : undefined
  if (!why) return { draft, left: [] }
  const { url: _, ...site } = draft.site ?? {}
  return { draft: { ...draft, site }, left: [{ what: `the address ${url}`, why }] }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function readYaml(text: string): unknown {
  return parseDocument(text).toJS()
}
