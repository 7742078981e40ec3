import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegrationLogger, IntegrationResolvedRoute } from 'astro'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { contentError, formatReceived } from '../content/diagnostic.ts'
import { located, type ValidContent } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { isSitePath } from '../content/schema/address.ts'
import { makeSitemap } from '../files/metadata-files.ts'
import { LEGAL_PAGES, legalPath, RESULT_PAGES, resultPath } from '../routes/paths.ts'
import { describeBlocked } from './blocked-loads.ts'

/**
 * Stops a build before its pages are made for a link of the content that no route and no file of `public` can be.
 * `checkPages` checks one that a dynamic route may make.
 */
export function checkLinks(all: ValidContent[], routes: IntegrationResolvedRoute[], files: URL) {
  const legal = all.flatMap(({ portfolio: { site, legal } }, index) =>
    LEGAL_PAGES.flatMap((page) =>
      legal?.[page] ? homeOf(site, index) + legalPath(page, site.language) : [],
    ),
  )
  const pages = routes.flatMap(({ type, pathname }) => (type === 'page' && pathname) || [])
  stopAtDeadLinks(all, [...pages.map(withSlash), ...legal], (path) => {
    const isMade = isBuilt(fileURLToPath(files), path) || legal.includes(withSlash(path))
    const paths = [path, withSlash(path)]
    // The route of the legal pages, /[kind], would match any name.
    return (
      isMade ||
      routes.some(
        ({ pattern, patternRegex }) =>
          !pattern.endsWith('/[kind]') && paths.some((each) => patternRegex.test(each)),
      )
    )
  })
}

type Built = { dir: URL; pages: { pathname: string }[]; logger: AstroIntegrationLogger }

/**
 * Checks the links of the content to built pages, writes the sitemap, unless the owner has one in `public`, and warns of what
 * pages load that their policy blocks.
 */
export function checkPages({ dir, pages: built, logger }: Built, all: ValidContent[]): void {
  const folder = fileURLToPath(dir)
  const pages = built.map(({ pathname }) => ({
    path: `/${pathname}`,
    html: htmlOf(folder, pathname),
  }))
  const paths = pages.map(({ path }) => path)
  stopAtDeadLinks(all, paths, (path) => isBuilt(folder, path))
  const sitemap = join(folder, 'sitemap.xml')
  const portfolios = all.map(({ portfolio }) => portfolio)
  const { url } = portfolios[0]?.site ?? {}
  if (url && !existsSync(sitemap)) {
    const resumes = portfolios.flatMap(({ site, resume }, index) =>
      resumeFiles(resume).map(({ name }) => homeOf(site, index) + name),
    )
    const listed = [
      ...pages.filter(({ html }) => !NO_INDEX.test(html)),
      ...resumes.flatMap((path) => (isBuilt(folder, path) ? { path, html: '' } : [])),
    ]
    writeFileSync(sitemap, makeSitemap(url, listed))
  }
  const blocked = describeBlocked(pages)
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

/** Reports links of the content to pages and files that the site does not have. */
function stopAtDeadLinks(all: ValidContent[], pages: string[], isKnown: (path: string) => boolean) {
  const own = [...new Set(pages)].filter(isForVisitors).sort()
  const dead = all.flatMap(({ links, locator }) =>
    links.flatMap(({ path, target, place }) => {
      const [page = ''] = target.split(/[?#]/)
      if (!isSitePath(target) || isKnown(decodeURI(page))) return []
      return located(locator)({
        path,
        ...place,
        found: `a link to ${formatReceived(target)}, which this site does not have`,
        expected: `a page of this site: ${own.join(', ')}`,
        suggestion: nearest(page, own),
      })
    }),
  )
  // A text without a translation would be reported once a language, at the same line of the main file.
  const once = new Map(dead.map((error) => [`${error.file}:${error.line}:${error.found}`, error]))
  if (once.size > 0) throw contentError([...once.values()])
}

function homeOf({ language }: Portfolio['site'], index: number): string {
  return index > 0 ? `/${language}/` : '/'
}

function withSlash(path: string): string {
  return path.replace(/\/?$/, '/')
}

/** The 404 page and the result pages are reached by a server or a form, not by a link. */
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
