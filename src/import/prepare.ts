import { parseDocument } from 'yaml'
import { applyToDocument } from './apply-to-document.ts'
import { type Change, getAt, listChanges } from './changes.ts'
import type { Draft, Left } from './draft.ts'
import { fitChanges } from './fit.ts'
import { keepOwn } from './keep-own.ts'
import { pageLines } from './page-lines.ts'
import { isProfileAddress } from './profiles.ts'
import { findSampleText } from './sample-text.ts'

/** What an import would make of a content file. */
export type Prepared = {
  text: string
  taken: Change[]
  /** Lines of the page that say the same as what was taken. */
  following: Change[]
  left: Left[]
  /** The fields that would still say what the sample says. */
  sampleText: string[]
}

/** Works an import into the text of a content file without faults; nothing is written. */
export function prepareImport(
  { draft, left }: { draft: Draft; left: Left[] },
  text: string,
  sampleText: string,
): Prepared {
  const content = readYaml(text)
  const sample = readYaml(sampleText)
  const site = settleAddress(draft, content)
  const whole = pageLines(keepOwn(site.draft, content, sample), content, sample)
  const imported = new Set(listChanges(site.draft, content).map(({ path }) => path.join('.')))
  const isImported = ({ path }: Change) => imported.has(path.join('.'))
  const fitted = fitChanges(listChanges(whole, content), content)
  const changed = applyToDocument(text, fitted.changes)
  const made = fitted.changes.filter(({ isFrame }) => !isFrame)
  return {
    text: changed,
    taken: made.filter(isImported),
    following: made.filter((change) => !isImported(change)),
    left: [...left, ...site.left, ...fitted.left],
    sampleText: findSampleText(readYaml(changed), sample),
  }
}

/** The address of the site decides where the built page says it lives: an owner's own one stays. */
function settleAddress(draft: Draft, content: unknown): { draft: Draft; left: Left[] } {
  const url = draft.site?.url
  const own = getAt(content, ['site', 'url'])
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

function readYaml(text: string): unknown {
  return parseDocument(text).toJS()
}
