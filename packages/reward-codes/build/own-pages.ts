import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegrationLogger, IntegrationResolvedRoute } from 'astro'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { contentError, formatReceived } from '../content/diagnostic.ts'
import { located, type ValidContent } from '../content/load.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { isSitePath } from '../content/schema/address.ts'
import { makeSitemap } from '../files/metadata-files.ts'
import { LEGAL_PAGES, legalPath, RESULT_PAGES, resultPath } from '../routes/paths.ts'
import { describeBlocked, describeStyles } from './blocked-loads.ts'

/**
 * Stops a build before its pages are made for a link of the content that no route and no file of `public` can be.
 * `checkPages` checks one that a dynamic route may make.
 */
export function checkLinks(all: ValidContent[], routes: IntegrationResolvedRoute[], files: URL) {
  // Our legal pages and stories have dynamic routes, and known addresses.
  const patterns = routes.flatMap(({ pattern, patternRegex }) =>
    /\/\[(kind|story)\]/.test(pattern) ? [] : patternRegex,
  )
  const legal = legalPagesOf(all).map(({ address }) => address)
  const ours = [...homesOf(all), ...legal, ...storiesOf(all)]
  const folder = fileURLToPath(files)
  const isKnown = (path: string) => {
    const forms = [path, path.replace(/\/?$/, '/'), path.replace(/(.)\/$/, '$1')]
    return (
      isBuilt(folder, path) ||
      forms.some((form) => ours.includes(form) || patterns.some((pattern) => pattern.test(form)))
    )
  }
  const pages = routes.flatMap(({ pathname, type }) =>
    type === 'page' && pathname ? pathname.replace(/\/?$/, '/') : [],
  )
  stopAtDeadLinks(all, isKnown, [...pages, ...ours])
}

type Built = { dir: URL; pages: { pathname: string }[]; logger: AstroIntegrationLogger }

/**
 * What concerns the built pages: links of the content to them, the sitemap, unless the owner has one in `public`, and what
 * they load that the policy blocks.
 */
export function checkPages({ dir, pages: built, logger }: Built, all: ValidContent[]): void {
  const folder = fileURLToPath(dir)
  const pages = built.map(({ pathname }) => ({ path: pathname, html: htmlOf(folder, pathname) }))
  stopAtDeadLinks(
    all,
    (path) => isBuilt(folder, path),
    pages.map(({ path }) => `/${path}`),
  )
  const sitemap = join(folder, 'sitemap.xml')
  const { url } = all[0]?.portfolio.site ?? {}
  if (url && !existsSync(sitemap)) {
    const listed = pages.flatMap(({ path, html }) => (NO_INDEX.test(html) ? [] : path))
    const files = resumesOf(all).filter((path) => isBuilt(folder, path))
    const addresses = [...listed, ...files].map((path) => new URL(encodeURI(path), url).href)
    writeFileSync(
      sitemap,
      makeSitemap(
        addresses,
        all.map(({ portfolio }) => portfolio),
      ),
    )
  }
  const shown = pages.map(({ path, html }) => ({ path: `/${path}`, html }))
  for (const blocked of [describeBlocked(shown), describeStyles(shown)]) {
    if (blocked) logger.warn(blocked)
  }
}

/** The HTML of a page, whichever form of file names the owner has chosen. Empty for a page that is rendered on request. */
function htmlOf(folder: string, path: string): string {
  const name = path.replace(/\/$/, '')
  const file = [`${name}/index.html`, `${name}.html`]
    .map((each) => join(folder, each))
    .find(existsSync)
  return file ? readFileSync(file, 'utf8') : ''
}

/** Reports links of the content to pages and files that the site does not have. */
function stopAtDeadLinks(all: ValidContent[], isKnown: (path: string) => boolean, pages: string[]) {
  const own = [...new Set(pages)].filter(isForVisitors).sort()
  const legal = legalPagesOf(all)
  const dead = all.flatMap(({ links, locator }) =>
    links.flatMap(({ path, target, place }) => {
      const [page = ''] = target.split(/[?#]/)
      if (!isSitePath(target) || isKnown(decodeURI(page))) return []
      return located(locator)({
        path,
        ...place,
        found: `a link to ${formatReceived(target)}, which this site does not have`,
        expected: `a page of this site: ${own.join(', ')}`,
        suggestion: nearest(page, own) ?? legal.find(({ english }) => english === page)?.address,
      })
    }),
  )
  // A language without a text of its own has the link of the main file.
  const once = new Map(dead.map((error) => [`${error.file}:${error.line}:${error.found}`, error]))
  if (once.size > 0) throw contentError([...once.values()])
}

/** The addresses of the pages in each language. */
function homesOf(all: ValidContent[]): string[] {
  return all.map(({ portfolio: { site } }, index) => (index > 0 ? `/${site.language}/` : '/'))
}

/** The legal pages that the content has: the address of each, and what an owner may write in place of it. */
function legalPagesOf(all: ValidContent[]): { address: string; english: string }[] {
  const homes = homesOf(all)
  return all.flatMap(({ portfolio: { legal, site } }, index) =>
    LEGAL_PAGES.filter((kind) => legal?.[kind]).map((kind) => ({
      address: `${homes[index]}${legalPath(kind, site.language)}`,
      english: `${homes[index]}${kind}/`,
    })),
  )
}

/** The addresses of the stories in each language. */
function storiesOf(all: ValidContent[]): string[] {
  const homes = homesOf(all)
  return all.flatMap(({ portfolio: { projects } }, index) =>
    (projects?.cards ?? []).flatMap(({ page }) => (page ? `${homes[index]}${page}` : [])),
  )
}

/** The paths of the resumes. */
function resumesOf(all: ValidContent[]): string[] {
  const homes = homesOf(all)
  return all.flatMap(({ portfolio: { resume } }, index) =>
    resumeFiles(resume).map(({ name }) => `${homes[index]?.slice(1)}${name}`),
  )
}

/** Not the pages that a server or a form leads to. */
function isForVisitors(path: string): boolean {
  return path !== '/404/' && !RESULT_PAGES.some((page) => path.endsWith(`/${resultPath(page)}`))
}

function isBuilt(folder: string, path: string): boolean {
  const name = join(folder, path)
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true
  return [name, join(name, 'index.html'), `${name.replace(/\/$/, '')}.html`].some(isFile)
}

/** What search engines must not list. */
const NO_INDEX = /<meta name="robots" content="[^"]*noindex/
