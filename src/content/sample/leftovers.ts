import { type Advice, placeRemarks, type Remark } from '../advice/remark.ts'
import { type Text, textsOf } from '../advice/texts.ts'
import { valueAt } from '../at-path.ts'
import type { Written } from '../load.ts'
import type { Path } from '../source.ts'
import { keyOf, patternOf, plain, written } from './compare.ts'
import { remarksOnDummies } from './dummies.ts'
import { IDENTITY, type Kind, LISTS, NOT_YOU } from './identity.ts'
import { remarksOnPicture } from './picture.ts'

/**
 * What is left of the sample in somebody's content, told by comparing the two, and what is plainly
 * made up whatever the sample says. Without a sample only the second can be told.
 */
export function findLeftovers(
  { source, content, directory }: Written,
  sample: Written | undefined,
): Advice[] {
  const own = written(source)
  const theirs = sample ? written(sample.source) : {}
  const left = [
    ...remarksOnPicture(content.brand.image, directory),
    ...LISTS.flatMap((list) => remarksOnList(list, own, theirs)),
    ...IDENTITY.flatMap((kind) => remarksOnKind(kind, own, theirs)),
    ...(sample ? remarksOnMentions(own, sample.content) : []),
  ]
  const dummies = remarksOnDummies(own)
  // What somebody typed for want of a better one is nobody's, even if the sample has the same.
  const samples = left.filter(({ path }) => !dummies.some((dummy) => isSame(dummy.path, path)))
  return withoutShared(placeRemarks(source, withoutRepeats([...samples, ...dummies])))
}

/** Many are what the person of the sample is; it tells of that person only beside the name. */
function withoutShared(left: Advice[]): Advice[] {
  const isSamplePerson = left.some(({ field }) => field === 'person.name')
  return left.filter(({ field }) => isSamplePerson || field !== 'person.headline')
}

/** Each value once, whatever says that it is the sample's; a whole counts for its parts. */
function withoutRepeats(remarks: Remark[]): Remark[] {
  return remarks.filter(
    ({ path }, place) => !remarks.slice(0, place).some((other) => isWithin(path, other.path)),
  )
}

function isWithin(path: Path, whole: Path): boolean {
  return whole.every((step, place) => path[place] === step)
}

function remarksOnList({ field, ...kind }: (typeof LISTS)[number], own: object, theirs: object) {
  const path = field.split('.')
  const [mine, sampled] = [valueAt(own, path), valueAt(theirs, path)]
  const isLeft = Array.isArray(mine) && mine.length > 0 && isSame(mine, sampled)
  return isLeft ? [{ path, found: `all ${mine.length} of the sample`, ...kind }] : []
}

function remarksOnKind({ fields, parts, ...kind }: Kind, own: object, theirs: object): Remark[] {
  const wanted = parts ? fields.flatMap((field) => parts.map((part) => `${field}.${part}`)) : fields
  const pick = (content: object) =>
    textsOf(content).filter(({ path }) => wanted.includes(patternOf(path)))
  const sampled = new Set(pick(theirs).map(({ path, text }) => keyOf(path, text)))
  const mine = pick(own)
  const left = mine.filter(({ path, text }) => sampled.has(keyOf(path, text)))
  const groups = parts ? groupsOf(left, mine, parts) : left
  return groups.map(({ path, text }) => ({ path, found: `"${text}"`, ...kind }))
}

/** An item of which everything is left is told once, by its first text. */
function groupsOf(left: Text[], mine: Text[], parts: string[]): Text[] {
  return left.flatMap((text) => {
    const item = itemOf(text.path, parts)
    const isAllLeft = mine
      .filter(({ path }) => isWithin(path, item))
      .every((other) => left.includes(other))
    if (!isAllLeft) return [text]
    const isFirst = left.find(({ path }) => isWithin(path, item)) === text
    return isFirst ? [{ path: item, text: text.text }] : []
  })
}

function itemOf(path: Path, parts: string[]): Path {
  const pattern = patternOf(path)
  const part = parts.find((name) => pattern.endsWith(`.${name}`)) ?? ''
  return path.slice(0, path.length - part.split('.').length)
}

/**
 * The sample's name in any text, its accounts in any address, and its brand where the site is
 * called by it.
 */
function remarksOnMentions(own: object, { person, brand }: Written['content']): Remark[] {
  const accounts = person.profiles.map(({ url }) => `${plain(url).replace(/\/$/, '')}/`)
  return textsOf(own)
    .filter(
      ({ path, text }) =>
        plain(text).includes(plain(person.name)) ||
        accounts.some((account) => `${plain(text)}/`.startsWith(account)) ||
        (path[0] === 'site' && plain(text).includes(plain(brand.text))),
    )
    .map(({ path, text }) => ({ path, found: `"${text}"`, ...NOT_YOU }))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
