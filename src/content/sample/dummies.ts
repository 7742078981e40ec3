import type { Remark } from '../advice/remark.ts'
import { type Text, textsOf } from '../advice/texts.ts'
import type { Path } from '../source.ts'

/** Hosts of addresses, and of mail addresses, inside a text. */
const HOSTS = /(?:https?:\/\/|@)([a-z0-9.-]+)/gi

/** Names that are set apart for examples and never lead anywhere (RFC 2606, RFC 6761). */
const NOBODYS = /(^|\.)example\.(com|org|net)$|(^|\.)(example|test|invalid|localhost)$|^127\./i

const EXAMPLE_NAME = /^(https?:|[^\s@]+@).*[\w]-example\b/i

const TO_DO = /\blorem ipsum\b|\b(TODO|FIXME|TBD)\b(?! (apps?|lists?|MVC|boards?|managers?)\b)/
const TO_DO_SMALL = /\blorem ipsum\b/i
const YOURS = /^\[?your[ _-](name|brand|title|public_key|service|template|site_key|email)/i

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

/** What is plainly made up, whatever the sample says. */
export function remarksOnDummies(content: object): Remark[] {
  return textsOf(content)
    .filter(({ path }) => !isRefused(path))
    .flatMap(remarksOnText)
}

/** What the page refuses may well be an example. */
function isRefused(path: Path): boolean {
  return path.slice(0, 3).join('.') === 'contact.form.refusals'
}

function remarksOnText({ path, text }: Text): Remark[] {
  const found = `"${text}"`
  if (text.startsWith('/placeholder/')) return [{ path, found, ...DRAWN }]
  if (leadsNowhere(text)) return [{ path, found, ...NOWHERE }]
  const isPictureText = path.at(-1) === 'imgAlt' && /^placeholder\b/i.test(text)
  const isUnwritten = [TO_DO, TO_DO_SMALL, YOURS].some((pattern) => pattern.test(text))
  return isPictureText || isUnwritten ? [{ path, found, ...UNWRITTEN }] : []
}

function leadsNowhere(text: string): boolean {
  const hosts = [...text.matchAll(HOSTS)].map(([, host = '']) => host.replace(/\.$/, ''))
  return EXAMPLE_NAME.test(text) || hosts.some((host) => NOBODYS.test(host))
}
