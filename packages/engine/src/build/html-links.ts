import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type HtmlLinks = {
  /** Every address of the site that the page names, as it is written. */
  links: string[]
  /** Where links into the page can lead. */
  anchors: Set<string>
}

/** Attributes that hold one address, by element; forms are answered by a gateway, not by files. */
const ADDRESSES: Record<string, string> = {
  a: 'href',
  img: 'src',
  link: 'href',
  script: 'src',
  source: 'src',
  use: 'href',
}

/** And those that hold several, which the boot script fetches. */
const LATER = ['data-scripts', 'data-manifest']

/** What the content names so lies elsewhere, even on the same host; the site names itself relatively. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

const META_ADDRESSES = ['og:url', 'og:image']

/** What an HTML page links to and what can be linked to in it. */
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
  const later = LATER.flatMap((name) => attributes[name]?.split(' ') ?? [])
  const meta = META_ADDRESSES.includes(attributes.property ?? '') && attributes.content
  return [...(isOwn ? [own] : []), ...several, ...later, ...(meta ? [meta] : [])]
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

/** Addresses of the data, apart from the names that it gives to things. */
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
