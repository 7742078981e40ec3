import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

// What may precede the root element of an SVG file: a byte order mark, declarations, comments.
const PROLOG = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[\s\S]*?\]\s*)?>)*/i
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/

const XHTML = 'http://www.w3.org/1999/xhtml'

/** Element names in lower case, in any namespace. */
const SCRIPTS = ['script', 'handler', 'listener']
const EMBEDDED = ['foreignobject', 'iframe', 'object', 'embed']
const ANIMATIONS = ['animate', 'set']

/** Characters that browsers strip from a URL before they parse it. */
const IGNORED_IN_URL = /[\s\p{Cc}\p{Cf}]/gu
const SCRIPT_URL = /javascript:|vbscript:|data:text\/html|data:application\/xhtml/i

/** Encodings that agree with ASCII on XML syntax. In others, a tag can look like text. */
const ASCII_ENCODINGS = /^(utf-?8|us-ascii|iso-8859-\d+|windows-125\d)$/i

/** Returns the text of a file if it is SVG. */
export function readSvg(body: Buffer): string | undefined {
  const text = body.toString('utf8')
  return ROOT.test(text.replace(PROLOG, '')) ? text : undefined
}

/**
 * Finds active content: what would run in the browser of a person who opens the SVG's URL. Throws
 * if the file is not well-formed XML, because browsers and parsers differ in how they recover.
 */
export function findActiveContent(svg: string): string | undefined {
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
  return encoding === undefined || ASCII_ENCODINGS.test(encoding)
    ? undefined
    : `text in ${encoding}, which can hide a script; save it in UTF-8`
}

/** Entities can expand to any text, and ATTLIST adds attributes that no tag shows. */
function describeDoctype(doctype: string): string | undefined {
  return doctype.includes('[') ? 'DOCTYPE declarations, which can hide a script' : undefined
}

function describeInstruction(target: string): string | undefined {
  return target.toLowerCase() === 'xml-stylesheet'
    ? 'an XML style sheet, which can run scripts'
    : undefined
}

function describeTag({ local, uri, attributes }: SaxesTagNS): string | undefined {
  const name = local.toLowerCase()
  if (SCRIPTS.includes(name)) return 'a script'
  if (EMBEDDED.includes(name) || uri === XHTML) return `embedded HTML (${local})`
  return Object.values(attributes)
    .map((attribute) => describeAttribute(attribute, name))
    .find(Boolean)
}

function describeAttribute({ local, value }: SaxesAttributeNS, tag: string): string | undefined {
  if (/^on/i.test(local)) return 'an event handler attribute'
  if (SCRIPT_URL.test(value.replace(IGNORED_IN_URL, ''))) return 'a link that runs a script'
  const isAimed = ANIMATIONS.includes(tag) && local.toLowerCase() === 'attributename'
  return isAimed && /(^|:)(href|on\w+)$/i.test(value.trim()) ? 'an animated link' : undefined
}
