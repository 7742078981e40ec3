import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegrationLogger } from 'astro'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { visit } from 'yaml'
import { contentError, type Diagnostic, formatReceived } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { CONTENT_FILE } from '../content/load.ts'
import { linksIn, parseRichText } from '../content/rich-text.ts'
import { pathTo } from '../content/rules.ts'
import { isSitePath } from '../content/schema/address.ts'
import { locate, type placeAt, readSource, type Source } from '../content/source.ts'
import { LEGAL_PAGES, legalPath, RESULT_PAGES, resultPath } from '../routes/paths.ts'
import { describeBlocked } from './blocked-loads.ts'

/** A page of the built site: its path below the address of the site, such as blog/, and its file. */
type Page = { path: string; html: string }

/** The paths of the pages that this package makes in a language. */
function ourPages(language: string): string[] {
  const legal = LEGAL_PAGES.map((kind) => legalPath(kind, language))
  return ['', ...legal, ...RESULT_PAGES.map(resultPath)]
}

type Built = { dir: URL; pages: { pathname: string }[]; logger: AstroIntegrationLogger }

/**
 * What concerns pages of the owner at the end of a build: links of the content to them, their entries in the sitemap,
 * and what they load that the policy blocks.
 */
export function checkPages(
  { dir, pages: built, logger }: Built,
  { content, base, address }: { content: string; base: string; address: URL | undefined },
): void {
  const folder = fileURLToPath(dir)
  const pages = built.map(({ pathname }) => ({ path: pathname, html: htmlOf(folder, pathname) }))
  const languages = languagesIn(content)
  const files = [CONTENT_FILE, ...languages.map((language) => `${language}.yaml`)]
  const sources = files.map((file) => readSource(join(content, file)))
  const mainLanguage = String(sources[0]?.document.getIn(['site', 'language']))
  const homes = new Map([
    ['', mainLanguage],
    ...languages.map((language) => [`${language}/`, language] as const),
  ])
  /** What an owner may write for a legal page in another language than English. */
  const legal = new Map(
    Array.from(homes).flatMap(([home, language]) =>
      LEGAL_PAGES.map((kind) => [`/${home}${kind}/`, `/${home}${legalPath(kind, language)}`]),
    ),
  )
  const dead = sources.flatMap((source) => findDeadLinks(source, pages, { folder, base, legal }))
  if (dead.length > 0) throw contentError(dead)
  const ours = [
    '404/',
    ...Array.from(homes, ([home, tag]) => ourPages(tag).map((page) => home + page)).flat(),
  ]
  if (address) {
    const own = pages.filter(({ path, html }) => !ours.includes(path) && !NO_INDEX.test(html))
    addToSitemap(join(folder, 'sitemap.xml'), own, address)
  }
  const blocked = describeBlocked(pages.map(({ path, html }) => ({ path: `/${path}`, html })))
  if (blocked) logger.warn(blocked)
}

/** The HTML of a page, whichever form of file names the owner has chosen. Empty for a page that is rendered on request. */
function htmlOf(folder: string, path: string): string {
  const name = path.replace(/\/$/, '')
  const file = [`${name}/index.html`, `${name}.html`]
    .map((each) => join(folder, each))
    .find(existsSync)
  return file ? readFileSync(file, 'utf8') : ''
}

/** The links of the content to pages and files of this site that the build has not made. */
function findDeadLinks(
  source: Source,
  pages: Page[],
  { folder, base, legal }: { folder: string; base: string; legal: Map<string, string> },
): Diagnostic[] {
  const shown = new Set(
    pages.flatMap(({ html }) =>
      Array.from(html.matchAll(/\shref="([^"]*)"/g), ([, href = '']) => href),
    ),
  )
  const home = base.replace(/\/$/, '')
  return pathsIn(source).flatMap(({ target, isInText, ...place }) => {
    const [path = ''] = target.split(/[?#]/)
    // A text may start with a slash as well.
    const isLink =
      isInText || shown.has(`${home}${target.replaceAll('&', '&#38;')}`) || shown.has(home + target)
    if (!isLink || isBuilt(folder, path)) return []
    const own = pages
      .map((page) => `/${page.path}`)
      .filter(isForVisitors)
      .sort()
    return [
      {
        ...place,
        found: `a link to ${formatReceived(target)}, which the build has not made`,
        expected: `a page of this site: ${own.join(', ')}`,
        suggestion: nearest(path, own) ?? legal.get(path),
      },
    ]
  })
}

/** Not the pages that a server or a form leads to. */
function isForVisitors(path: string): boolean {
  return path !== '/404/' && !RESULT_PAGES.some((page) => path.endsWith(`/${resultPath(page)}`))
}

function isBuilt(folder: string, path: string): boolean {
  const name = join(folder, decodeURI(path))
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return [name, join(name, 'index.html'), `${name.replace(/\/$/, '')}.html`].some(isFile)
}

/** The values of the content that are the path of a page, and the targets of links in texts. */
function pathsIn(source: Source) {
  const found: (ReturnType<typeof placeAt> & { target: string; isInText: boolean })[] = []
  visit(source.document, {
    Scalar: (key, node, ancestors) => {
      const { value } = node
      if (key === 'key' || typeof value !== 'string') return
      const isInText = !isSitePath(value)
      const targets = isInText ? linksIn(parseRichText(value)).filter(isSitePath) : [value]
      const place = locate(source, pathTo(node, ancestors))
      found.push(...targets.map((target) => ({ ...place, target, isInText })))
    },
  })
  return found
}

/** What search engines must not list. */
const NO_INDEX = /<meta name="robots" content="[^"]*noindex/

function addToSitemap(file: string, pages: Page[], address: URL): void {
  const entries = pages.map(
    ({ path }) => `  <url><loc>${new URL(encodeURI(path), address).href}</loc></url>\n`,
  )
  const sitemap = readFileSync(file, 'utf8')
  writeFileSync(file, sitemap.replace('</urlset>', `${entries.join('')}</urlset>`))
}
