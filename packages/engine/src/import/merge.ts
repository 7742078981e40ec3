import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { formatExpected, formatReceived } from '../content/diagnostic.ts'
import { DETAILS } from '../content/project.ts'
import { isCovered, tidyText } from '../content/resume-fonts.ts'
import { checkValues } from '../content/rules.ts'
import { portfolioSchema } from '../content/schema.ts'
import { getIn, isEmpty, isWithin, type Path } from '../content/values.ts'
import { deriveTexts } from './derived-texts.ts'
import { type Draft, isProfileAddress } from './draft.ts'
import { type Change, deleteIn, editYaml, setIn, withChanges } from './edit-yaml.ts'
import type { Skipped } from './fields.ts'

/** What an import changes in a content file. */
export type Merged = {
  text: string
  taken: Change[]
  /** Texts of the page that repeat what was imported. */
  following: Change[]
  skipped: Skipped[]
}

/** An invalid value. `maxItems` is the limit of a list that is too long. */
type Problem = { path: Path; why: string; maxItems?: number }

/** Objects that are replaced as a whole, so that no field of the old one stays beside a new one. */
const WHOLE = ['person.location']

/** Fields of the sample's person that are removed when the import replaces the name. */
const PERSONAL = [
  'person.headline',
  'person.email',
  'person.phone',
  'person.location',
  'person.timeZone',
  'hero.place',
  'brand.image',
]

/** The fields that a section requires if the content does not have it. */
const NEW_SECTIONS: Record<string, Record<string, unknown>> = {
  about: { menuLabel: 'About', heading: 'About', bio: [], figures: [] },
  services: { menuLabel: 'Services', heading: 'Services', cards: [] },
  projects: { menuLabel: 'Portfolio', heading: 'Portfolio', cards: [] },
  testimonials: { menuLabel: 'Testimonials', heading: 'Testimonials', entries: [] },
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

/** Fields that imports lack, so they stay in the owner's entries of the same name. */
const OWN_FIELDS = [
  {
    list: ['projects', 'cards'],
    key: 'title',
    fields: ['imgSrc', 'imgAlt', 'featured', 'kind', 'year', ...DETAILS],
  },
  {
    list: ['testimonials', 'entries'],
    key: 'who',
    fields: ['role', 'link', 'picture'],
  },
  {
    list: ['resume', 'skills', 'entries'],
    key: 'name',
    fields: ['level', 'description', 'color'],
  },
]

/** Merges an import into the text of a valid content file. Writes nothing. */
export function mergeImport(
  imported: { draft: Draft; skipped: Skipped[] },
  ownText: string,
  sampleText: string,
): Merged {
  const skipped = [...imported.skipped]
  const [own, sample]: unknown[] = [parse(ownText), parse(sampleText)]
  const draft = keepOwnFields(keepSiteUrl(imported.draft, own, skipped), own, sample)
  const taken = keepValid(own, changesIn(draft), skipped)
  const accepted = withChanges({}, taken) as Draft
  const content = withChanges(own, taken)
  const following = keepValid(content, deriveTexts(accepted, own, sample), skipped)
  const left = samplePersonLeft(accepted, own, sample)
  const text = editYaml(ownText, [...framesFor(accepted, own), ...taken, ...left, ...following])
  return { text, taken, following, skipped }
}

/** Imports the URL of the site only if the owner has none, because it is the URL of this page. */
function keepSiteUrl(draft: Draft, own: unknown, skipped: Skipped[]): Draft {
  const url = draft.site?.url
  const present = getIn(own, ['site', 'url'])
  const isProfile = url !== undefined && isProfileAddress(url)
  if (!url || url === present || (present === undefined && !isProfile)) return draft
  const why = isProfile
    ? 'it is the address of a profile, and site.url is the address of this page'
    : `site.url is ${String(present)} already`
  skipped.push({ what: `the address ${url}`, why })
  return deleteIn(draft, ['site', 'url']) as Draft
}

/** Adds OWN_FIELDS from the owner's entries of the same name. Never from entries of the sample. */
function keepOwnFields(draft: Draft, own: unknown, sample: unknown): Draft {
  let whole: unknown = draft
  for (const { list, key, fields } of OWN_FIELDS) {
    const [entries, owned, samples] = [draft, own, sample].map((content) => {
      const value = getIn(content, list)
      return (Array.isArray(value) ? value : []) as Record<string, unknown>[]
    })
    const merged = entries?.map((entry) => {
      const known = owned?.find(
        (other) =>
          other[key] === entry[key] && !samples?.some((one) => isDeepStrictEqual(one, other)),
      )
      const kept = fields.filter((name) => !(name in entry) && known?.[name] !== undefined)
      return { ...entry, ...Object.fromEntries(kept.map((name) => [name, known?.[name]])) }
    })
    if (merged?.length) whole = setIn(whole, list, merged)
  }
  return whole as Draft
}

/** A draft as changes: its texts, numbers and lists, each with its path. */
function changesIn(value: unknown, path: string[] = []): Change[] {
  if (value === undefined) return []
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || WHOLE.includes(path.join('.'))) return [{ path, value }]
  return Object.entries(value).flatMap(([key, inner]) => changesIn(inner, [...path, key]))
}

function framesFor(draft: Draft, own: unknown): Change[] {
  return Object.entries(NEW_SECTIONS).flatMap(([name, frame]) => {
    const section = name.split('.')
    if (getIn(own, section) != null || getIn(draft, section) === undefined) return []
    return Object.entries(frame).map(([key, value]) => ({ path: [...section, key], value }))
  })
}

/**
 * Removes invalid values from changes, field by field, and an entry only if it lacks a required
 * field. Errors outside of the changes are left to the owner.
 */
function keepValid(own: unknown, changes: Change[], skipped: Skipped[]): Change[] {
  let valid = changes
  for (;;) {
    const content = withChanges(own, valid)
    const problems = findProblems(content, valid)
    if (problems.length === 0) return valid
    valid = valid.flatMap((change) => {
      const found = problems.filter(({ path }) => isWithin(path, change.path))
      const value = found.length > 0 ? removeInvalid(change, found, skipped) : change.value
      return found.length > 0 && isEmpty(value) ? [] : [{ path: change.path, value }]
    })
  }
}

/** The problems in the changes: those of the schema, otherwise those of the other rules. */
function findProblems(content: unknown, changes: Change[]): Problem[] {
  const isOurs = ({ path }: Problem) => changes.some((change) => isWithin(path, change.path))
  const inSchema = schemaProblems(content).filter(isOurs)
  if (inSchema.length > 0) return inSchema
  return checkValues(content)
    .map(({ path, found, expected }) => ({
      path,
      why: `it is left out, because it has ${found}; the portfolio allows ${expected}`,
    }))
    .filter(isOurs)
}

function schemaProblems(content: unknown): Problem[] {
  const { error } = portfolioSchema.safeParse(content, { reportInput: true })
  return (error?.issues ?? []).map((issue) => {
    const { path } = issue
    const expected = formatExpected(issue)
    if (issue.code === 'too_big' && issue.origin === 'array') {
      return { path, why: expected, maxItems: Number(issue.maximum) }
    }
    const isTooLong = issue.code === 'too_big' && typeof issue.input === 'string'
    const why = isTooLong
      ? `it has ${String(issue.input).length} characters; ${expected} fit`
      : `${formatReceived(issue.input)} is not ${expected}`
    return { path, why }
  })
}

/** The value of a change without what is invalid; undefined if nothing is left. */
function removeInvalid(change: Change, problems: Problem[], skipped: Skipped[]): unknown {
  let whole = change.value
  let removed: Path | undefined
  // Problems are in the order of the content; from last to first, the other indexes stay right.
  for (const { path, why, maxItems } of problems.toReversed()) {
    if (removed && isWithin(path, removed)) continue
    const inner = path.slice(change.path.length)
    const value = getIn(whole, inner)
    const isMissing = value === undefined
    const target = isMissing ? inner.slice(0, -1) : inner
    removed = [...change.path, ...target]
    const what = nameOf(change, whole, target)
    const printable = typeof value === 'string' ? printablePart(value) : undefined
    if (maxItems !== undefined && Array.isArray(value)) {
      const surplus = value.slice(maxItems).map((item) => titleOf(item) ?? formatReceived(item))
      skipped.push({ what, why: `${why} fit; these are left out: ${surplus.join(', ')}` })
      whole = setIn(whole, inner, value.slice(0, maxItems))
    } else if (printable) {
      const symbols = 'symbols that the resume PDF cannot print, such as emoji, are removed'
      skipped.push({ what, why: symbols })
      whole = setIn(whole, inner, printable)
    } else {
      const missing = `it has no "${String(path.at(-1))}", which is required`
      skipped.push({ what, why: isMissing ? missing : why })
      whole = deleteIn(whole, target)
    }
  }
  return whole
}

/** A text without symbols that the resume PDF cannot print. Undefined if no readable text is left. */
function printablePart(text: string): string | undefined {
  const printable = text
    .replace(/[\p{RGI_Emoji}\p{Extended_Pictographic}\p{S}]\ufe0f?\u200d?/gv, (symbol) =>
      [...tidyText(symbol)].every(isCovered) ? symbol : '\0',
    )
    .replace(/[([][ \t]*\0[\0 \t]*[)\]]/g, '\0')
    .replace(/[ \t]*\0[\0 \t]*/g, ' ')
    .replace(/(?<=[([“]) | (?=[.,;:!?)\]”])/g, '')
    .replace(/([|·•–,]) *(?=[|·•–,])/g, '')
    .replace(/^[ ,;:|·•–-]+|[ ,;:|·•–-]+$/g, '')
    .replace(/^ +| +$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
  const isComplete = /[\p{L}\p{N}]/u.test(printable) && [...tidyText(printable)].every(isCovered)
  return isComplete && printable !== text ? printable : undefined
}

/** A path, with the title of the entry that it belongs to. */
function nameOf(change: Change, value: unknown, inner: Path): string {
  const name = [...change.path, ...inner].join('.')
  const title = typeof inner[0] === 'number' ? titleOf(getIn(value, [inner[0]])) : undefined
  return title ? `${name} of "${title}"` : name
}

function titleOf(entry: unknown): string | undefined {
  const names = ['title', 'course', 'school', 'name'].map((name) => getIn(entry, [name]))
  return names.find((name) => typeof name === 'string')
}

/** Removes what is left of the sample's person if the import replaces the name. */
function samplePersonLeft(draft: Draft, own: unknown, sample: unknown): Change[] {
  const isLeft = (path: Path) =>
    getIn(draft, path) === undefined &&
    getIn(own, path) !== undefined &&
    isDeepStrictEqual(getIn(own, path), getIn(sample, path))
  const nameIn = (content: unknown) => getIn(content, ['person', 'name'])
  const isReplaced = nameIn(draft) !== undefined && nameIn(draft) !== nameIn(sample)
  if (!isReplaced || nameIn(own) !== nameIn(sample)) return []
  const profiles = { path: ['person', 'profiles'], value: [] }
  return [
    ...PERSONAL.map((field) => ({ path: field.split('.'), value: undefined })),
    profiles,
  ].filter(({ path }) => isLeft(path))
}
