import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

// What may stand before the root of an SVG file: a byte order mark, declarations, comments.
const PROLOG = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[\s\S]*?\]\s*)?>)*/i
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/

const XHTML = 'http://www.w3.org/1999/xhtml'

/** Names in small letters, in whatever namespace. */
const SCRIPTS = ['script', 'handler', 'listener']
const PIECES = ['foreignobject', 'iframe', 'object', 'embed']
const ANIMATIONS = ['animate', 'set']

/** What browsers leave out of an address before they read it. */
const UNREAD = /[\s\p{Cc}\p{Cf}]/gu
const RUNS = /javascript:|vbscript:|data:text\/html|data:application\/xhtml/i

/** In these, every sign of XML is one byte and the same; in others a tag may look like words. */
const PLAIN_ENCODINGS = /^(utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i

/** The text of a file if it is an SVG drawing. */
export function readSvg(body: Buffer): string | undefined {
  const text = body.toString('utf8')
  return ROOT.test(text.replace(PROLOG, '')) ? text : undefined
}

/**
 * What in a drawing would run in the browser of somebody who opens its address. Throws where the
 * drawing is no XML, since browsers and parsers differ in what they make of the rest.
 */
export function findActive(svg: string): string | undefined {
  const found: string[] = []
  const note = (what: string | undefined) => what && found.push(what)
  const parser = new SaxesParser({ xmlns: true })
  parser.on('xmldecl', ({ encoding }) => note(describeEncoding(encoding)))
  parser.on('doctype', (doctype) => note(describeDoctype(doctype)))
  parser.on('processinginstruction', ({ target }) => note(describeInstruction(target)))
  parser.on('opentag', (tag) => note(describeTag(tag)))
  try {
    parser.write(svg).close()
  } catch (error) {
    if (found.length === 0) throw error
  }
  return found[0]
}

function describeEncoding(encoding: string | undefined): string | undefined {
  return encoding === undefined || PLAIN_ENCODINGS.test(encoding)
    ? undefined
    : `text in ${encoding}, in which a script can hide; save it in UTF-8`
}

/** Entities stand for any text, and attribute lists bring attributes that no tag shows. */
function describeDoctype(doctype: string): string | undefined {
  return doctype.includes('[')
    ? 'declarations in its DOCTYPE, in which a script can hide'
    : undefined
}

function describeInstruction(target: string): string | undefined {
  return target.toLowerCase() === 'xml-stylesheet'
    ? 'a style sheet of XML, which can run'
    : undefined
}

function describeTag({ local, uri, attributes }: SaxesTagNS): string | undefined {
  const name = local.toLowerCase()
  if (SCRIPTS.includes(name)) return 'a script'
  if (PIECES.includes(name) || uri === XHTML) return `a piece of a web page (${local})`
  return Object.values(attributes)
    .map((attribute) => describeAttribute(attribute, name))
    .find(Boolean)
}

function describeAttribute({ local, value }: SaxesAttributeNS, tag: string): string | undefined {
  if (/^on/i.test(local)) return 'an attribute that runs a script'
  if (RUNS.test(value.replace(UNREAD, ''))) return 'a link that runs a script'
  const isAimed = ANIMATIONS.includes(tag) && local.toLowerCase() === 'attributename'
  return isAimed && /(^|:)(href|on\w+)$/i.test(value.trim()) ? 'a link that changes' : undefined
}
