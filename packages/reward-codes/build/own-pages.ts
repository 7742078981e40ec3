import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegrationLogger } from 'astro'
import { nearest } from 'reward-codes-gateway/did-you-mean'
import { contentError, formatReceived } from '../content/diagnostic.ts'
import { located, type ValidContent } from '../content/load.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { resumeFiles } from '../content/resume-files.ts'
import { isSitePath } from '../content/schema/address.ts'
import { makeSitemap } from '../files/metadata-files.ts'
import { RESULT_PAGES, resultPath } from '../routes/paths.ts'
import { describeBlocked } from './blocked-loads.ts'

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
  stopAtDeadLinks(all, paths, folder)
  const sitemap = join(folder, 'sitemap.xml')
  const portfolios = all.map(({ portfolio }) => portfolio)
  const { url } = portfolios[0]?.site ?? {}
  if (url && !existsSync(sitemap)) {
    const resumes = portfolios.flatMap(({ site, resume }, index) =>
      resumeFiles(resume).map(({ name }) => homeOf(site, index) + name),
    )
    const listed = [
      ...pages.flatMap(({ path, html }) => (NO_INDEX.test(html) ? [] : path)),
      ...resumes.filter((path) => isBuilt(folder, path)),
    ]
    const addresses = listed.map((path) => new URL(encodeURI(path.slice(1)), url).href)
    writeFileSync(sitemap, makeSitemap(addresses))
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
function stopAtDeadLinks(all: ValidContent[], pages: string[], folder: string) {
  const own = pages.filter(isForVisitors).sort()
  const dead = all.flatMap(({ links, locator }) =>
    links.flatMap(({ path, target, place }) => {
      const [page = ''] = target.split(/[?#]/)
      if (!isSitePath(target) || isBuilt(folder, decodeURI(page))) return []
      return located(locator)({
        path,
        ...place,
        found: `a link to ${formatReceived(target)}, which this site does not have`,
        expected: `a page of this site: ${own.join(', ')}`,
        suggestion: nearest(page, own),
      })
    }),
  )
  // A text without a translation has the link of the main file.
  const once = new Map(dead.map((error) => [`${error.file}:${error.line}:${error.found}`, error]))
  if (once.size > 0) throw contentError([...once.values()])
}

function homeOf({ language }: Portfolio['site'], index: number): string {
  return index > 0 ? `/${language}/` : '/'
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
