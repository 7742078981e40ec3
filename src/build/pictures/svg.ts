// What may stand before the root of an SVG file: a byte order mark, declarations, comments.
const PROLOG = /^\uFEFF?(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s[^>[]*(?:\[[\s\S]*?\]\s*)?>)*/i
const ROOT = /^<(?:[\w-]+:)?svg[\s>/]/
const COMMENT = /<!--[\s\S]*?-->/g

const ACTIVE: { what: string; sign: RegExp }[] = [
  { what: 'a script', sign: /<(?:[\w-]+:)?script[\s>/]/i },
  { what: 'an attribute that runs a script', sign: /<[^>]*\son[a-z]+\s*=/i },
  { what: 'a link that runs a script', sign: /=\s*["']\s*javascript:/i },
  { what: 'a piece of a web page (foreignObject)', sign: /<(?:[\w-]+:)?foreignObject[\s>/]/i },
]

/** The text of a file if it is an SVG drawing. */
export function readSvg(body: Buffer): string | undefined {
  const text = body.toString('utf8')
  return ROOT.test(text.replace(PROLOG, '')) ? text : undefined
}

/** What in a drawing would run in the browser of somebody who opens its address. */
export function findActive(svg: string): string | undefined {
  const shown = svg.replace(COMMENT, '')
  return ACTIVE.find(({ sign }) => sign.test(shown))?.what
}
