import { extname } from 'node:path'
import { type HtmlLinks, linksOfCss, readHtml } from './html-links.ts'
import type { LateFile, SiteFile } from './site-file.ts'

/** A page for unknown addresses is shown at any depth; this stands for them all. */
const UNKNOWN_PAGE = 'some/unknown/page'

/** How scripts name each other, their styles and workers: beside themselves, with a hash. */
const HASHED_NAME = /["'`]((?:\.\/)?[\w-]+-[\w-]{8}\.(?:js|css))["'`]/g

/** What the gateway answers, not a file. */
const GATEWAY = '/api/'

type Link = { from: string; address: string; url: URL }

/**
 * Follows every link, picture, font, script and anchor of a built site at the address where it
 * will be, and says which of them lead nowhere.
 */
export function findBrokenLinks(
  files: SiteFile[],
  address: string,
  pictures: LateFile[] = [],
): string[] {
  const root = new URL(address)
  const pages = new Map(
    files.filter(isPage).map(({ path, body }) => [path, readHtml(body.toString())]),
  )
  const present = new Set([...files, ...pictures].map(({ path }) => path))
  const links = files.flatMap((file) => linksOf(file, pages.get(file.path), root))
  return links.flatMap((link) => {
    const fault = findFault(link, { root, pages, present })
    return fault ? [`${link.from}: ${link.address} ${fault}`] : []
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

function findFault({ url }: Link, { root, pages, present }: Site): string | undefined {
  if (url.origin !== root.origin || url.pathname.startsWith(GATEWAY)) return undefined
  if (!url.pathname.startsWith(root.pathname)) return `is outside ${root.pathname}`
  const path = `/${decode(url.pathname.slice(root.pathname.length))}`
  const file = path.endsWith('/') ? `${path}index.html` : path
  if (!present.has(file)) return 'leads to no file'
  const anchor = decode(url.hash.slice(1))
  const anchors = pages.get(file)?.anchors
  return anchor && anchors && !anchors.has(anchor) ? 'leads to no place on the page' : undefined
}

/** A sign that is no escape stands for itself. */
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
