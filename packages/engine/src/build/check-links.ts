import { extname } from 'node:path'
import { type HtmlLinks, linksOfCss, readHtml } from './html-links.ts'
import type { LazyFile, SiteFile } from './output-file.ts'

/** The 404 page is served at any depth. Its links are resolved from this path. */
const UNKNOWN_PAGE = 'some/unknown/page'

/** Scripts name other scripts, styles and workers by a hashed file name in the same folder. */
const HASHED_NAME = /["'`]((?:\.\/)?[\w-]+-[\w-]{8}\.(?:js|css))["'`]/g

/** The gateway answers these paths: they are not files. */
const GATEWAY = '/api/'

type Link = { from: string; address: string; url: URL }

/**
 * Resolves every link, image, font, script and anchor of a built site against its final URL, and
 * returns those whose target does not exist.
 */
export function findBrokenLinks(
  files: SiteFile[],
  address: string,
  images: LazyFile[] = [],
): string[] {
  const root = new URL(address)
  const pages = new Map(
    files.filter(isPage).map(({ path, body }) => [path, readHtml(body.toString())]),
  )
  const present = new Set([...files, ...images].map(({ path }) => path))
  const links = files.flatMap((file) => linksOf(file, pages.get(file.path), root))
  return links.flatMap((link) => {
    const diagnostic = describeBroken(link, { root, pages, present })
    return diagnostic ? [`${link.from}: ${link.address} ${diagnostic}`] : []
  })
}

function linksOf({ path, body }: SiteFile, page: HtmlLinks | undefined, root: URL): Link[] {
  const at = new URL(path === '/404.html' ? UNKNOWN_PAGE : `.${path}`, root)
  return (page?.links ?? readLinks(extname(path), body)).map((address) => ({
    from: path,
    address,
    url: new URL(address, at),
  }))
}

function readLinks(type: string, body: SiteFile['body']): string[] {
  const text = () => body.toString()
  switch (type) {
    case '.css':
      return linksOfCss(text())
    case '.js':
      return [...text().matchAll(HASHED_NAME)].map(([, link = '']) => link)
    case '.webmanifest':
      return JSON.parse(text()).icons.map(({ src }: { src: string }) => src)
    case '.xml':
      return [...text().matchAll(/<loc>(.+?)<\/loc>/g)].map(([, link = '']) => link)
    default:
      return []
  }
}

type Site = { root: URL; pages: Map<string, HtmlLinks>; present: Set<string> }

function describeBroken({ url }: Link, { root, pages, present }: Site): string | undefined {
  if (url.origin !== root.origin || url.pathname.startsWith(GATEWAY)) return undefined
  if (!url.pathname.startsWith(root.pathname)) return `is outside ${root.pathname}`
  const path = `/${decode(url.pathname.slice(root.pathname.length))}`
  const file = path.endsWith('/') ? `${path}index.html` : path
  if (!present.has(file)) return 'file not found'
  const anchor = decode(url.hash.slice(1))
  const anchors = pages.get(file)?.anchors
  return anchor && anchors && !anchors.has(anchor) ? 'anchor not found' : undefined
}

/** Returns text with an invalid percent-escape unchanged. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isPage({ path }: SiteFile): boolean {
  return extname(path) === '.html'
}
