import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getIn, isWithin } from './get-in.ts'
import { type Advice, locateRemarks, type Remark, type Text, textsOf } from './lint/remark.ts'
import type { ContentDocument } from './load.ts'
import { type Path, plainValue } from './source.ts'

const OF_SAMPLE = {
  meaning: 'This is data of the fictional person in the sample.',
  action: 'Replace it with your own, or delete it.',
}

/**
 * Fields that identify the sample's person, or present the services as hobbies. Others, such as
 * menus, subjects, headings and job titles, may be equal on many sites.
 */
const PERSONAL = [
  /^site\.(title|description|url)$/,
  /^brand\.text$/,
  /^person\.(name|email|phone)$/,
  /^person\.profiles\.\*\.(url|username)$/,
  /^hero\.availability$/,
  /^about\.bio\.\*$/,
  /^services\.heading$/,
  /^projects\.cards\.\*\.(title|summary|imgSrc|imgAlt|githubUrl|projectUrl)$/,
  /^resume\.fileName$/,
  /^resume\.(?!skills\.)\w+\.entries\.\*\.(school|title|url|description|highlights\.\*)$/,
  /^customSections\.\*\.entries\.\*\.(title|description|url)$/,
  /^contact\.(email|form\.(publicKey|service|template)|form\.captcha\.(siteKey|scoreKey))$/,
]

/** Lists that are compared as a whole: a single entry, such as HTML or 3 years, may be true. */
const WHOLE_LISTS = ['about.figures', 'services.cards', 'resume.skills.entries']

/** Lists whose entries are reported as a whole while they are unchanged. */
const WHOLE_ENTRIES = /^(projects\.cards|resume\.\w+\.entries|customSections\.\*\.entries)\.\*$/

/** Text inside the sample's image, because an owner may save another image under its name. */
const IMAGE_MARK = 'picture of the sample'

/** Fields that are not text for visitors, or that are the same in every language. */
const UNTRANSLATED =
  /(^|\.)(language|icon|image|imgSrc|fileName|name|period|color|number|url|githubUrl|projectUrl)$/

/** A value that is only a URL or a mail address. */
const ADDRESS = /^(?:https?:\/\/|(?:mailto:)?[^\s@/]+@)([a-z0-9.-]+)(?![^\s:/?#])\S*$/i
/** Domains reserved for examples (RFC 2606, RFC 6761), and loopback addresses. */
const RESERVED_DOMAIN =
  /(^|\.)example\.(com|org|net)\.?$|(^|\.)(example|test|invalid|localhost)\.?$|^127\./i
const PLACEHOLDER_IMAGE = /^\/placeholder\//
const PLACEHOLDER_TEXT =
  /^(TODO|FIXME|TBD)\s*(:|[.…]*$)|^lorem ipsum( dolor\b|[.…]*$)|^\W?your[ _-](full[ _-])?(name|brand|title)\W?$/i
const PLACEHOLDER_ALT = /^placeholder\b/i
const UNFILLED_KEY = /^\W?your[ _-]\w/i

/**
 * Reports values left from the sample, by comparing the contents, and placeholder text. Without a
 * sample, only placeholders and the sample's image are found.
 */
export function findSampleData(own: ContentDocument, sample?: ContentDocument): Advice[] {
  const value = plainValue(own.source)
  const found = [
    ...textsOf(value).flatMap(checkPlaceholder),
    ...(sample ? compare(value, own, sample) : []),
    ...checkImage(own),
  ]
  // One remark a value: a remark on an entry or list covers the values in it.
  const isCovered = ({ path }: Remark, index: number) =>
    found.some(
      (other, place) =>
        isWithin(path, other.path) && (other.path.length < path.length || place < index),
    )
  return locateRemarks(
    own.source,
    found.filter((remark, index) => !isCovered(remark, index)),
  )
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

function compare(value: unknown, own: ContentDocument, sample: ContentDocument): Remark[] {
  const samples = plainValue(sample.source)
  const lists = WHOLE_LISTS.flatMap((field) => {
    const path = field.split('.')
    const list = getIn(value, path)
    const isLeft = Array.isArray(list) && isDeepStrictEqual(list, getIn(samples, path))
    return isLeft ? [{ path, found: `all ${list.length} entries of the sample`, ...OF_SAMPLE }] : []
  })
  const isLeft = personalIn(own, sample)
  const texts = textsOf(value)
    .filter(({ path }) => path[0] !== 'strings')
    .filter(isLeft)
    .map(({ path, text }) => ({
      path: sampleEntry(path, value, samples) ?? path,
      found: `"${text}"`,
      ...OF_SAMPLE,
    }))
  return [...lists, ...texts]
}

/** Whether a text identifies the sample's person. */
function personalIn(own: ContentDocument, sample: ContentDocument): (text: Text) => boolean {
  const { person, brand } = sample.content
  const isSame = comparisonWith(sample)
  const identity = [person.name, ...person.profiles.map(({ url }) => url)].map(plain)
  // Many owners share the headline, so it counts only together with the name.
  const isNamed = plain(own.content.person.name) === plain(person.name)
  const personal = isNamed ? [...PERSONAL, /^person\.headline$/] : PERSONAL
  return ({ path, text }) => {
    const isMention =
      identity.some((name) => plain(text).includes(name)) ||
      (path[0] === 'site' && plain(text).includes(plain(brand.text)))
    const isPersonal = personal.some((field) => field.test(patternOf(path)))
    return isMention || (isPersonal && isSame({ path, text }))
  }
}

/** The path of the entry that a value is in, if the sample has the same entry. */
function sampleEntry(path: Path, value: unknown, samples: unknown): Path | undefined {
  const length = path.findIndex((_, index) => WHOLE_ENTRIES.test(patternOf(path.slice(0, index))))
  if (length < 0) return undefined
  const entry = path.slice(0, length)
  const list = getIn(samples, entry.slice(0, -1))
  const isLeft =
    Array.isArray(list) && list.some((one) => isDeepStrictEqual(one, getIn(value, entry)))
  return isLeft ? entry : undefined
}

function checkImage({ content, directory }: ContentDocument): Remark[] {
  const name = content.brand.image
  const file = join(directory, name)
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true
  if (!isFile || !readFileSync(file).includes(IMAGE_MARK)) return []
  return [{ path: ['brand', 'image'], found: `"${name}"`, ...OF_SAMPLE }]
}

/** Reports placeholder text, whether or not it is in the sample. */
function checkPlaceholder({ path, text }: Text): Remark[] {
  const field = path.join('.')
  // UI strings and values that the form refuses may be example addresses.
  if (/^(strings|contact\.form\.spamFilter)\./.test(field)) return []
  const [, host] = ADDRESS.exec(text.trim()) ?? []
  const remark = { path, found: `"${text}"`, action: 'Replace it, or delete it.' }
  if (PLACEHOLDER_IMAGE.test(text)) {
    const action = 'Name an image in images/, or delete imgSrc to show the title instead.'
    return [{ ...remark, meaning: 'This is a placeholder image.', action }]
  }
  if (host !== undefined) {
    const isReserved = RESERVED_DOMAIN.test(host) || /\bYOUR_[A-Z]/.test(text)
    const meaning = 'This is an example address, which does not work.'
    return isReserved ? [{ ...remark, meaning }] : []
  }
  const isPlaceholder =
    PLACEHOLDER_TEXT.test(text.trim()) ||
    (field.endsWith('.imgAlt') && PLACEHOLDER_ALT.test(text)) ||
    (field.startsWith('contact.form.') && UNFILLED_KEY.test(text))
  return isPlaceholder ? [{ ...remark, meaning: 'This is placeholder text.' }] : []
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
