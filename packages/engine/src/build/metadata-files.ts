import type { Portfolio } from '../content/schema.ts'
import { makeJsonResume } from '../exports/json-resume.ts'
import { makeVcard } from '../exports/vcard.ts'
import { LEGAL_PAGES, legalFile } from '../page/legal-pages.ts'
import { ICONS } from './favicons.ts'
import type { SiteFile } from './output-file.ts'

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
  background: string,
  hasIcons: boolean,
): SiteFile[] {
  const { site, resume } = portfolio
  const manifest = makeManifest(portfolio, background, hasIcons)
  const jsonResume = `${JSON.stringify(makeJsonResume(portfolio), null, 2)}\n`
  const legalFiles = LEGAL_PAGES.filter((kind) => portfolio.legal?.[kind]).map(legalFile)
  return [
    { path: PATHS.manifest, body: manifest },
    ...(resume ? [{ path: PATHS.jsonResume, body: jsonResume }] : []),
    { path: PATHS.vcard, body: makeVcard(portfolio) },
    { path: PATHS.robots, body: makeRobots(site.url) },
    ...(site.url
      ? [{ path: PATHS.sitemap, body: makeSitemap(site.url, [resume?.fileName, ...legalFiles]) }]
      : []),
    // Without it, GitHub Pages ignores names that start with an underscore.
    { path: '/.nojekyll', body: '' },
  ]
}

/** The web app manifest. Its URLs are relative, so the site works at any path. */
function makeManifest({ site, brand }: Portfolio, background: string, hasIcons: boolean): string {
  return JSON.stringify({
    name: site.title,
    short_name: brand.text,
    description: site.description,
    lang: site.language,
    start_url: './',
    scope: './',
    display: 'browser',
    theme_color: background,
    background_color: background,
    icons: (hasIcons ? ICONS : []).map(({ path, size }) => ({
      src: `.${path}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}

/** Allows crawlers everything. Names the sitemap if the site's URL is known. */
export function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** Lists the page and the files beside it: the resume, the imprint and the privacy notice. */
export function makeSitemap(url: string, files: (string | undefined)[]): string {
  const pages = [url, ...files.flatMap((file) => (file ? [url + file] : []))]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages.map((page) => `  <url><loc>${escapeXml(page)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
