import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Advice, locateRemarks, type Remark } from './lint.ts'
import type { ContentDocument } from './load.ts'
import { plainValue } from './source.ts'
import { getIn, isWithin, type Path, type Text, textsOf } from './values.ts'

const OF_SAMPLE = {
  meaning: 'This is data of the fictional person in the sample.',
  action: 'Replace it with your own, or delete it.',
}

/**
 * Fields that identify the sample's person, or present the services as hobbies. Others, such as
 * menus, subjects, headings and job titles, may be equal on many sites.
 */
const PERSONAL = [
  ...['site.title', 'site.description', 'brand.text', 'person.name', 'person.email'],
  ...['person.profiles.*.url', 'hero.availability', 'about.bio.*', 'services.heading'],
  ...[
    ...['title', 'summary', 'imgSrc', 'imgAlt', 'githubUrl', 'client'],
    ...['problem', 'approach', 'result', 'quote.text'],
    ...['pictures.*.image', 'pictures.*.alt', 'pictures.*.caption'],
  ].map((name) => `projects.cards.*.${name}`),
  ...['resume.fileName', 'resume.education.entries.*.school', 'resume.experience.entries.*.school'],
  ...['resume.education.entries.*.description', 'resume.experience.entries.*.description'],
]

/** Lists that are compared as a whole: a single entry, such as HTML or 3 years, may be true. */
const WHOLE_LISTS = [
  ['about', 'figures'],
  ['services', 'cards'],
  ['resume', 'skills', 'entries'],
]

/** Lists whose unchanged entries are reported as a whole. */
const ENTRY_LISTS = [
  ['projects', 'cards'],
  ['resume', 'education', 'entries'],
  ['resume', 'experience', 'entries'],
]

/** Text inside the sample's image, because an owner may save another image under its name. */
const IMAGE_MARK = 'picture of the sample'

/** Fields that are not text for visitors, or that are the same in every language. */
const UNTRANSLATED =
  /(^|\.)(technologies\.\*|city|region|country|language|timeZone|icon|image|imgSrc|portrait|poster|src|visual|layout|fileName|name|period|year|color|number|url|githubUrl|projectUrl)$/

/** A value that is only a URL or a mail address. */
const ADDRESS = /^(?:https?:\/\/|(?:mailto:)?[^\s@/]+@)([a-z0-9.-]+)(?![^\s:/?#])\S*$/i
/** Domains reserved for examples (RFC 2606, RFC 6761), and loopback addresses. */
const RESERVED_DOMAIN =
  /(^|\.)example\.(com|org|net)\.?$|(^|\.)(example|test|invalid|localhost)\.?$|^127\./i
const PLACEHOLDER_IMAGE = /^\/placeholder\//
const PLACEHOLDER_TEXT =
  /^(TODO|FIXME|TBD)\s*(:|[.…]*$)|^lorem ipsum( dolor\b|[.…]*$)|^\W?your[ _-](full[ _-])?(name|brand|title)\W?$/i
const UNFILLED_KEY = /^\W?your[ _-]\w/i

/** Reports values left from the sample, by comparing the contents, and placeholder text. */
export function findSampleData(own: ContentDocument, sample: ContentDocument): Advice[] {
  const value = plainValue(own.source)
  const unchanged = [...findUnchanged(value, plainValue(sample.source))]
  const isLeft = personalIn(own, sample)
  const texts = textsOf(value)
    .filter(({ path }) => !unchanged.some((other) => isWithin(path, other.path)))
    .flatMap((text) => {
      const placeholder = describePlaceholder(text)
      if (placeholder) return [placeholder]
      return isLeft(text) ? [{ path: text.path, found: `"${text.text}"`, ...OF_SAMPLE }] : []
    })
  return locateRemarks(own.source, [...unchanged, ...texts, ...checkImage(own)])
}

/** Reports English texts of the sample on a page in another language. */
export function findUntranslated(own: ContentDocument, sample: ContentDocument): Advice[] {
  const languages = [own, sample].map(({ content }) => new Intl.Locale(content.site.language))
  if (languages[0]?.language === languages[1]?.language) return []
  const isSame = comparisonWith(sample)
  const remarks = textsOf(plainValue(own.source))
    .filter((text) => isSame(text) && !UNTRANSLATED.test(patternOf(text.path)))
    .filter(({ text }) => /\p{L}{2}/u.test(text.replace(/\{\w+\}/g, '')))
    .map(({ path, text }) => ({
      path,
      found: `"${text}"`,
      meaning: 'This English text is from the sample, but the page is in another language.',
      action: 'Translate it.',
    }))
  return locateRemarks(own.source, remarks)
}

/** The lists and entries that are the same as in the sample. */
function* findUnchanged(value: unknown, samples: unknown): Generator<Remark> {
  for (const path of WHOLE_LISTS) {
    const list = getIn(value, path)
    if (Array.isArray(list) && isDeepStrictEqual(list, getIn(samples, path))) {
      yield { path, found: `all ${list.length} entries of the sample`, ...OF_SAMPLE }
    }
  }
  for (const path of ENTRY_LISTS) {
    const list = getIn(value, path)
    const known = getIn(samples, path)
    if (!Array.isArray(list) || !Array.isArray(known)) continue
    for (const [index, entry] of list.entries()) {
      if (known.some((one) => isDeepStrictEqual(one, entry))) {
        const found = `"${entry.title ?? entry.course}"`
        yield { path: [...path, index], found, ...OF_SAMPLE }
      }
    }
  }
}

/** Whether a text identifies the sample's person. */
function personalIn(own: ContentDocument, sample: ContentDocument): (text: Text) => boolean {
  const { person, brand } = sample.content
  const isSame = comparisonWith(sample)
  const identity = [person.name, ...person.profiles.map(({ url }) => url)].map(plain)
  // Many owners share the headline, so it counts only together with the name.
  const isNamed = plain(own.content.person.name) === plain(person.name)
  const personal = isNamed ? [...PERSONAL, 'person.headline'] : PERSONAL
  return ({ path, text }) => {
    const isMention =
      identity.some((name) => plain(text).includes(name)) ||
      (path[0] === 'site' && plain(text).includes(plain(brand.text)))
    return isMention || (personal.includes(patternOf(path)) && isSame({ path, text }))
  }
}

function checkImage({ content, directory }: ContentDocument): Remark[] {
  const name = content.brand.image
  if (!name) return []
  const file = join(directory, name)
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  if (!isFile || !readFileSync(file).includes(IMAGE_MARK)) return []
  return [{ path: ['brand', 'image'], found: `"${name}"`, ...OF_SAMPLE }]
}

/** A remark on placeholder text, whether or not it is in the sample. */
function describePlaceholder({ path, text }: Text): Remark | undefined {
  const field = path.join('.')
  // UI strings and values that the form refuses may be example addresses.
  if (/^(strings|contact\.form\.spamFilter)\./.test(field)) return undefined
  const remark = { path, found: `"${text}"`, action: 'Replace it, or delete it.' }
  if (PLACEHOLDER_IMAGE.test(text)) {
    const action = 'Name an image in images/, or delete imgSrc to show the title instead.'
    return { ...remark, meaning: 'This is a placeholder image.', action }
  }
  const [, host] = ADDRESS.exec(text.trim()) ?? []
  if (host !== undefined) {
    return RESERVED_DOMAIN.test(host) || /\bYOUR_[A-Z]/.test(text)
      ? { ...remark, meaning: 'This is an example address, which does not work.' }
      : undefined
  }
  const isPlaceholder =
    PLACEHOLDER_TEXT.test(text.trim()) ||
    (field.startsWith('contact.form.') && UNFILLED_KEY.test(text))
  return isPlaceholder ? { ...remark, meaning: 'This is placeholder text.' } : undefined
}

/** Whether the sample has the same text in the same field, at any index of a list. */
function comparisonWith(sample: ContentDocument): (text: Text) => boolean {
  const keyOf = ({ path, text }: Text) => `${patternOf(path)}\n${plain(text)}`
  const keys = new Set(textsOf(plainValue(sample.source)).map(keyOf))
  return (text) => keys.has(keyOf(text))
}

/** The path with * for list indexes, such as projects.cards.*.title. */
function patternOf(path: Path): string {
  return path.map((step) => (typeof step === 'number' ? '*' : String(step))).join('.')
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
