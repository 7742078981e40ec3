import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { parse } from 'parse5'
import { pdfText } from './pdf-text.ts'

/** What a visitor gets of one file, before and after. */
export type Difference = { path: string; before: string; after: string }

/** Files whose text a visitor sees or saves, and how to read it. */
const READERS: Record<string, (file: Buffer) => string> = {
  '.html': (file) => pageText(file.toString('utf8')),
  '.pdf': pdfText,
  '.vcf': (file) => file.toString('utf8'),
  '.json': (file) => JSON.stringify(JSON.parse(file.toString('utf8')), null, 2),
}
/** Files that are compared byte by byte, such as the social card. */
const PICTURES = ['.png', '.ico', '.svg', '.jpg']

/** The differences of two built sites that a visitor would see. Scripts and styles are not compared. */
export function compareSites(before: string, after: string): Difference[] {
  const paths = [...new Set([...filesOf(before), ...filesOf(after)])].sort()
  return paths.flatMap((path) => {
    const [old, now] = [before, after].map((site) => {
      const file = join(site, path)
      return existsSync(file) ? readFileSync(file) : undefined
    })
    if (old && now?.equals(old)) return []
    const texts = [old, now].map((file) => file && describe(path, file))
    const [one = 'The file does not exist.', other = 'The file does not exist.'] = texts
    return one === other ? [] : [{ path, before: one, after: other }]
  })
}

/** Files with a hash in their name are scripts, styles and images of the page. */
function filesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(site, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.') && !path.startsWith('assets/'))
    .filter((path) => extname(path) in READERS || PICTURES.includes(extname(path)))
}

function describe(path: string, file: Buffer): string {
  const read = READERS[extname(path)]
  return read ? read(file) : `${file.length} bytes`
}

type Node = {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

const HIDDEN = ['script', 'style', 'template', 'noscript', 'svg']
/** Elements within a line. All others start one. */
const INLINE = [
  '#text',
  'a',
  'abbr',
  'b',
  'code',
  'em',
  'i',
  'span',
  'strong',
  'time',
  'q',
  'small',
]

/** The text of a page, one line for each block, with titles, descriptions and texts of images. */
export function pageText(html: string): string {
  const parts: string[] = []
  collect(parse(html) as Node, parts)
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

function collect({ nodeName, value, attrs = [], childNodes = [] }: Node, parts: string[]): void {
  if (HIDDEN.includes(nodeName)) return
  if (nodeName === '#text') parts.push(value?.replaceAll('\n', ' ') ?? '')
  if (!INLINE.includes(nodeName)) parts.push('\n')
  const attribute = (name: string) => attrs.find((other) => other.name === name)?.value
  const isDescription = nodeName === 'meta' && attribute('name') === 'description'
  const text = isDescription ? attribute('content') : (attribute('alt') ?? attribute('placeholder'))
  if (text) parts.push(`${text}\n`)
  for (const child of childNodes) collect(child, parts)
  if (!INLINE.includes(nodeName)) parts.push('\n')
}
