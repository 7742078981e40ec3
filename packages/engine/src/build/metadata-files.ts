import { NO_JEKYLL } from '../artifacts/host-files.ts'
import { makeJsonResume } from '../artifacts/json-resume.ts'
import { makeManifest } from '../artifacts/manifest.ts'
import { PLACEHOLDER_COLOURS } from '../artifacts/placeholder.ts'
import { makeRobots, makeSitemap } from '../artifacts/robots.ts'
import { makeVcard } from '../artifacts/vcard.ts'
import { PATHS } from '../content/addresses.ts'
import type { Portfolio } from '../content/schema.ts'
import { ICONS } from './brand-pictures.ts'
import type { Palettes } from './palette.ts'
import type { SiteFile } from './site-file.ts'

/** The texts that programs read: search engines, messengers, phones, hosts. */
export function makeMachineFiles(
  portfolio: Portfolio,
  palettes: Palettes,
  hasIcons: boolean,
): SiteFile[] {
  const { site, resume } = portfolio
  const manifest = makeManifest(portfolio, {
    icons: hasIcons ? ICONS : [],
    paper: palettes.light.paper,
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
    ...(site.url ? [{ path: PATHS.sitemap, body: makeSitemap(site.url, resume?.file) }] : []),
    { path: '/.nojekyll', body: NO_JEKYLL },
    { path: `/${PLACEHOLDER_COLOURS}`, body: JSON.stringify(palettes.placeholder) },
  ]
}
