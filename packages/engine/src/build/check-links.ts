import { extname } from 'node:path'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { SiteFile } from './output-file.ts'

/** The 404 page is served at any depth. Its links are resolved from this path. */
const UNKNOWN_PAGE = 'some/unknown/page'

/** Scripts name other scripts, styles and workers by a hashed file name in the same folder. */
const HASHED_NAME = /["'`]((?:\.\/)?[\w-]+-[\w-]{8}\.(?:js|css))["'`]/g

/** The gateway answers these paths: they are not files. */
const GATEWAY = '/api/'

/** Attributes with URLs separated by spaces, which the inline loader fetches. */
export const LOADER_URLS = { scripts: 'data-scripts', manifest: 'data-manifest' }

/** Absolute URLs are external, even on the same host: the site links to itself by relative URLs. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i

const META_ADDRESSES = ['og:url', 'og:image']

type Links = {
  /** The site's URLs in a file, as written. */
  links: string[]
  /** The ids of a page that fragment links can target. */
  anchors?: Set<string>
}

/**
 * Resolves every link, image, font, script and anchor of a built site against its final URL, and
 * returns those whose target does not exist.
 */
export function findBrokenLinks(files: SiteFile[], address: string): string[] {
  const root = new URL(address)
  const read = new Map(files.map((file) => [file.path, readLinks(file)]))
  const describeBroken = (url: URL) => {
    if (url.origin !== root.origin || url.pathname.startsWith(GATEWAY)) return undefined
    if (!url.pathname.startsWith(root.pathname)) return `is outside ${root.pathname}`
    const path = `/${decode(url.pathname.slice(root.pathname.length))}`
    const file = path.endsWith('/') ? `${path}index.html` : path
    const target = read.get(file)
    if (!target) return 'file not found'
    const anchor = decode(url.hash.slice(1))
    return anchor && target.anchors && !target.anchors.has(anchor) ? 'anchor not found' : undefined
  }
  return [...read].flatMap(([path, { links }]) => {
    const from = new URL(path === '/404.html' ? UNKNOWN_PAGE : `.${path}`, root)
    return links.flatMap((link) => {
      const diagnostic = describeBroken(new URL(link, from))
      return diagnostic ? [`${path}: ${link} ${diagnostic}`] : []
    })
  })
}

function readLinks({ path, body }: SiteFile): Links {
  const text = () => body.toString()
  switch (extname(path)) {
    case '.html':
      return readHtml(text())
    case '.css':
      return { links: linksOfCss(text()) }
    case '.js':
      return { links: [...text().matchAll(HASHED_NAME)].map(([, link = '']) => link) }
    case '.webmanifest':
      return { links: JSON.parse(text()).icons.map(({ src }: { src: string }) => src) }
    case '.xml':
      return { links: [...text().matchAll(/<loc>(.+?)<\/loc>/g)].map(([, link = '']) => link) }
    default:
      return { links: [] }
  }
}

/** Returns text with an invalid percent-escape unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHtml(html: string): Links {
  const links: string[] = []
  const anchors = new Set<string>()
  for (const element of elementsOf(parse(html))) {
    const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
    links.push(...linksOfAttributes(attributes), ...linksInside(element, attributes))
    if (attributes.id) anchors.add(attributes.id)
  }
  return { links, anchors }
}

/** The URLs in the attributes of an element, without the target of a form, which is a gateway. */
function linksOfAttributes(attributes: Record<string, string>): string[] {
  const own = attributes.href ?? attributes.src
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

function linksOfCss(css: string): string[] {
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
