import { isDeepStrictEqual } from 'node:util'
import { parseDocument } from 'yaml'
import { getIn } from '../content/values.ts'
import { applyChanges, type Validate } from './apply-changes.ts'
import { type Change, deleteIn, listChanges, setIn } from './changes.ts'
import { deriveTexts } from './derived-texts.ts'
import type { Draft, Skipped } from './draft.ts'
import { dropFromYaml, setInYaml } from './edit-yaml.ts'
import { isProfileAddress } from './profiles.ts'

/** What an import would change in a content file. */
export type Prepared = {
  text: string
  taken: Change[]
  /** Texts of the page that repeat what was imported. */
  following: Change[]
  skipped: Skipped[]
}

/** Fields of the sample's person that are removed when the import replaces the name. */
const PERSONAL = [
  ['person', 'headline'],
  ['person', 'email'],
  ['person', 'phone'],
  ['person', 'location'],
  ['hero', 'place'],
]

/** Merges an import into the text of a valid content file. Writes nothing. */
export function prepareImport(
  imported: { draft: Draft; skipped: Skipped[] },
  ownText: string,
  sampleText: string,
  validate: Validate = () => [],
): Prepared {
  const [own, sample] = [readYaml(ownText), readYaml(sampleText)]
  const site = keepSiteUrl(imported.draft, own)
  const changes = listChanges(keepOwnFields(site.draft, own, sample), own)
  const applied = applyChanges(ownText, changes, validate)
  const draft = applied.changes.reduce<unknown>(
    (whole, { path, value }) => setIn(whole, path, value),
    {},
  ) as Draft
  const text = dropSamplePerson(applied.text, { draft, own, sample })
  const derived = applyChanges(text, deriveTexts(draft, own, sample), validate)
  return {
    text: derived.text,
    taken: applied.changes.filter(({ isFrame }) => !isFrame),
    following: derived.changes,
    skipped: [...imported.skipped, ...site.skipped, ...applied.skipped, ...derived.skipped],
  }
}

/** Imports the URL of the site only if the owner has none, because it is the URL of this page. */
function keepSiteUrl(draft: Draft, own: unknown): { draft: Draft; skipped: Skipped[] } {
  const url = draft.site?.url
  const present = getIn(own, ['site', 'url'])
  if (!url || url === present) return { draft, skipped: [] }
  const isProfile = isProfileAddress(url)
  if (!isProfile && present === undefined) return { draft, skipped: [] }
  const why = isProfile
    ? 'it is the address of a profile, and site.url is the address of this page'
    : `site.url is ${String(present)} already`
  return {
    draft: deleteIn(draft, ['site', 'url']) as Draft,
    skipped: [{ what: `the address ${url}`, why }],
  }
}

/**
 * Keeps fields that no import has, from the owner's entries of the same name: images of projects,
 * numbers and colours of skills. Never from entries of the sample.
 */
function keepOwnFields(draft: Draft, own: unknown, sample: unknown): Draft {
  return [
    { path: ['projects', 'cards'], key: 'title', kept: ['imgSrc', 'imgAlt'] },
    { path: ['resume', 'skills', 'entries'], key: 'name', kept: ['level', 'description', 'color'] },
  ].reduce<unknown>((whole, { path, key, kept }) => {
    const entries = listAt(whole, path)
    const samples = listAt(sample, path)
    const owned = listAt(own, path).filter(
      (entry) => !samples.some((other) => isDeepStrictEqual(entry, other)),
    )
    const merged = entries.map((entry) => {
      const known = owned.find((other) => getIn(other, [key]) === getIn(entry, [key]))
      const fields = kept.filter((name) => !(name in entry) && getIn(known, [name]) !== undefined)
      return { ...entry, ...Object.fromEntries(fields.map((name) => [name, getIn(known, [name])])) }
    })
    return entries.length > 0 ? setIn(whole, path, merged) : whole
  }, draft) as Draft
}

function listAt(content: unknown, path: string[]): object[] {
  const list = getIn(content, path)
  return Array.isArray(list) ? list : []
}

/** Removes what is left of the sample's person if the import replaced the name. */
function dropSamplePerson(
  text: string,
  { draft, own, sample }: { draft: Draft; own: unknown; sample: unknown },
): string {
  const isOfSample = (path: string[]) =>
    getIn(own, path) !== undefined && isDeepStrictEqual(getIn(own, path), getIn(sample, path))
  const name = draft.person?.name
  const isReplaced = name !== undefined && name !== getIn(sample, ['person', 'name'])
  if (!isReplaced || !isOfSample(['person', 'name'])) return text
  const rest = PERSONAL.filter((path) => isOfSample(path) && getIn(draft, path) === undefined)
  const cleared = rest.reduce((whole, path) => dropFromYaml(whole, path), text)
  const hasProfiles = draft.person?.profiles !== undefined
  return hasProfiles || !isOfSample(['person', 'profiles'])
    ? cleared
    : setInYaml(cleared, ['person', 'profiles'], [])
}

function readYaml(text: string): unknown {
  return parseDocument(text).toJS()
}
