import type { Remark } from '../advice/remark.ts'
import { type Text, textsOf } from '../advice/texts.ts'
import type { Path } from '../source.ts'

/** A value that is an address, or a mail address, and nothing else. */
const ADDRESS = /^(?:https?:\/\/|(?:mailto:)?[^\s@/]+@)([a-z0-9.-]+)(?![^\s:/?#])\S*$/i

/** Addresses inside a text; a package such as @test/runner is none. */
const ADDRESSES = /(?:https?:\/\/|[^\s@/]@)([a-z0-9.-]+)/gi

/** Names that are set apart for examples and never lead anywhere (RFC 2606, RFC 6761). */
const NOBODYS = /(^|\.)example\.(com|org|net)$|(^|\.)(example|test|invalid|localhost)$|^127\./i

const UNWRITTEN_START = /^(TODO|FIXME|TBD)\s*(:|[.…]*$)|^lorem ipsum( dolor\b|[.…]*$)/i
const UNWRITTEN_PICTURE = /^placeholder( (for|picture|image)\b|$)/i
const UNFILLED_KEY = /^\W?your[ _-]\w/i
const UNFILLED_ADDRESS = /\bYOUR_[A-Z]/
const UNFILLED_NAME = /^\W?your[ _-](full[ _-])?(name|brand|title)\W?$/i

/** A site may be about to-do lists, or about filler text. */
const PERHAPS_UNWRITTEN =
  /\blorem ipsum\b|\b(FIXME|TBD)\b|\bTODO:|^TODO\b(?! (apps?|lists?|MVC|boards?|managers?|trackers?)\b)/
const PERHAPS_UNFILLED = /[[<{]your[ _-]|[/@]your[ _-]?(user)?name\b/i

const NOWHERE = {
  meaning: 'The address is an example and leads nowhere.',
  action: 'Write a real one, or delete it.',
}

const UNWRITTEN = {
  meaning: 'It reads as unfinished: the text stands for another that was never written.',
  action: 'Write what belongs there, or delete it.',
}

const DRAWN = {
  meaning: 'The placeholder shows visitors that there is nothing to see yet.',
  action: 'Put a picture into images/ and name it.',
}

const PERHAPS_NOWHERE = {
  meaning: 'The text names an address that is set apart for examples and leads nowhere.',
  action: 'Leave it if an example is meant; write a real one if not.',
}

const PERHAPS = {
  meaning: 'It may stand for words that were never written.',
  action: 'Leave it if it is meant so; write what belongs there if not.',
}

/** What is plainly made up, whatever the sample says. */
export function remarksOnDummies(content: object): Remark[] {
  return remarksOn(content, describeDummy)
}

/** What looks made up, and may be honest: a guess stops nobody. */
export function remarksOnGuesses(content: object): Remark[] {
  return remarksOn(content, (text) => (describeDummy(text) ? undefined : describeGuess(text)))
}

type Meaning = Omit<Remark, 'path' | 'found'>

function remarksOn(content: object, describe: (text: Text) => Meaning | undefined): Remark[] {
  return textsOf(content)
    .filter(({ path }) => path[0] !== 'words' && !isRefused(path))
    .flatMap(({ path, text }) => {
      const meaning = describe({ path, text: text.trim() })
      return meaning ? [{ path, found: `"${text}"`, ...meaning }] : []
    })
}

/** What the page refuses may well be an example. */
function isRefused(path: Path): boolean {
  return path.slice(0, 3).join('.') === 'contact.form.refusals'
}

function describeDummy({ path, text }: Text): Meaning | undefined {
  if (text.startsWith('/placeholder/')) return DRAWN
  const host = ADDRESS.exec(text)?.[1]
  if (host !== undefined)
    return isNobodys(host) || UNFILLED_ADDRESS.test(text) ? NOWHERE : undefined
  const isUnwritten =
    UNWRITTEN_START.test(text) ||
    (path.at(-1) === 'imgAlt' && UNWRITTEN_PICTURE.test(text)) ||
    (isKey(path) && UNFILLED_KEY.test(text)) ||
    (isName(path) && UNFILLED_NAME.test(text))
  return isUnwritten ? UNWRITTEN : undefined
}

function describeGuess({ text }: Text): Meaning | undefined {
  if ([...text.matchAll(ADDRESSES)].some(([, host = '']) => isNobodys(host))) return PERHAPS_NOWHERE
  return PERHAPS_UNWRITTEN.test(text) || PERHAPS_UNFILLED.test(text) ? PERHAPS : undefined
}

/** Keys and account names, which nobody reads. */
function isKey(path: Path): boolean {
  return path[0] === 'contact' && path[1] === 'form'
}

function isName(path: Path): boolean {
  return ['person.name', 'brand.text', 'site.title'].includes(path.join('.'))
}

function isNobodys(host: string): boolean {
  return NOBODYS.test(host.replace(/\.$/, ''))
}
