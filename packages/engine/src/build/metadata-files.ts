import type { Portfolio } from '../content/schema.ts'
import { makeJsonResume } from '../exports/json-resume.ts'
import { makeManifest } from '../exports/manifest.ts'
import { makeRobots, makeSitemap } from '../exports/robots.ts'
import { makeVcard } from '../exports/vcard.ts'
import { ICONS } from './favicons.ts'
import type { SiteFile } from './output-file.ts'
import type { Palettes } from './palette.ts'

/** The URL paths of these files. */
export const PATHS = {
  manifest: '/manifest.webmanifest',
  jsonResume: '/resume.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  vcard: '/contact.vcf',
}

/** The text files for search engines, address books, phones and hosts. */
export function makeMetadataFiles(
  portfolio: Portfolio,
  palettes: Palettes,
  hasIcons: boolean,
): SiteFile[] {
  const { site, resume } = portfolio
  const manifest = makeManifest(portfolio, {
    icons: hasIcons ? ICONS : [],
    background: palettes.light.bg,
  })
  return [
    { path: PATHS.manifest, body: manifest },
    ...(resume
      ? [
          {
            path: PATHS.jsonResume,
            body: `${JSON.stringify(makeJsonResume(portfolio), null, 2)}\n`,
          },
        ]
      : []),
    { path: PATHS.vcard, body: makeVcard(portfolio) },
    { path: PATHS.robots, body: makeRobots(site.url) },
    ...(site.url ? [{ path: PATHS.sitemap, body: makeSitemap(site.url, resume?.fileName) }] : []),
    // Without it, GitHub Pages ignores names that start with an underscore.
    { path: '/.nojekyll', body: '' },
  ]
}
