import type { IntegrationResolvedRoute } from 'astro'
import { contentError } from '../content/diagnostic.ts'
import { languagesIn } from '../content/languages.ts'
import { load, type ValidContent } from '../content/load.ts'
import { readPrivate } from '../content/private.ts'
import { findObstacles } from '../content/public-site.ts'
import type { OwnSections } from '../content/schema/sections.ts'
import { contentAssets } from '../images/content-assets.ts'
import { UserError } from '../user-error.ts'
import { checkLinks } from './own-pages.ts'

/** The content in each language of the site, the main one first. */
export type AllContent = [ValidContent, ...ValidContent[]]

/** Reads the content in each language of the site. Throws all errors at once. */
export async function readAll(folder: string, sections: OwnSections): Promise<AllContent> {
  const languages = [undefined, ...languagesIn(folder)]
  const all = await Promise.all(
    languages.map((language) => load(folder, { sections, assets: contentAssets, language })),
  )
  const diagnostics = all.flatMap((loaded) => (loaded.ok ? [] : loaded.diagnostics))
  const [main, ...others] = all.filter((loaded) => loaded.ok)
  if (!main || diagnostics.length > 0) throw contentError(diagnostics)
  return [main, ...others]
}

type Site = {
  content: string
  all: AllContent
  routes: IntegrationResolvedRoute[]
  publicDir: URL
}

/** Stops a build that cannot end well, before anything is made. */
export function checkContent({ content, all, routes, publicDir }: Site): void {
  const [main] = all
  const obstacles = findObstacles(main, process.env)
  if (obstacles.length > 0) {
    const heading = `The site is not ready for ${main.portfolio.site.url}`
    throw new UserError([heading, ...obstacles].join('\n\n'))
  }
  const hidden = readPrivate(content)
  if (!hidden.ok) throw contentError(hidden.diagnostics)
  checkLinks(all, routes, publicDir)
}
