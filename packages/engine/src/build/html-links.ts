import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type HtmlLinks = {
  /** The site's URLs in the page, as written. */
  links: string[]
  /** The ids that fragment links can target. */
  anchors: Set<string>
}

/** Attributes with one URL, by element. Forms are left out: their target is a gateway. */
const ADDRESSES: Record<string, string> = {
  a: 'href',
  img: 'src',
  link: 'href',
  script: 'src',
  source: 'src',
  use: 'href',
}

/** Attributes with URLs separated by spaces, which the inline loader fetches. */
export const LOADER_URLS = { scripts: 'data-scripts', manifest: 'data-manifest' }

/** Absolute URLs are external, even on the same host: the site links to itself by relative URLs. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

const META_ADDRESSES = ['og:url', 'og:image']

/** Reads the links and the link targets of an HTML page. */
export function readHtml(html: string): HtmlLinks {
  const links: string[] = []
  const anchors = new Set<string>()
  for (const element of elementsOf(parse(html))) {
    const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
    links.push(...linksOf(element.tagName, attributes), ...linksInside(element, attributes))
    if (attributes.id) anchors.add(attributes.id)
  }
  return { links, anchors }
}

function linksOf(tag: string, attributes: Record<string, string>): string[] {
  const own = attributes[ADDRESSES[tag] ?? '']
  const isOwn = own !== undefined && (!ABSOLUTE.test(own) || attributes.rel === 'canonical')
  const several = attributes.srcset?.split(',').map((part) => part.trim().split(' ')[0] ?? '') ?? []
  const lazy = Object.values(LOADER_URLS).flatMap((name) => attributes[name]?.split(' ') ?? [])
  const meta = META_ADDRESSES.includes(attributes.property ?? '') && attributes.content
  return [...(isOwn ? [own] : []), ...several, ...lazy, ...(meta ? [meta] : [])]
}

function linksInside(element: Tree.Element, attributes: Record<string, string>): string[] {
  const text = element.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  if (element.tagName === 'style') return linksOfCss(text)
  return attributes.type === 'application/ld+json' ? linksOfJsonLd(JSON.parse(text)) : []
}

export function linksOfCss(css: string): string[] {
  return [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)]
    .map(([, address = '']) => address)
    .filter((address) => !address.startsWith('data:'))
}

/** The URLs in JSON-LD, without the `@id` identifiers. */
function linksOfJsonLd(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['url', 'image'].includes(key) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((item) => linksOfJsonLd(item, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => linksOfJsonLd(item, name))
}

function* elementsOf(node: Tree.Node): Generator<Tree.Element> {
  if ('tagName' in node) yield node
  if (!('childNodes' in node)) return
  for (const child of node.childNodes) yield* elementsOf(child)
}
