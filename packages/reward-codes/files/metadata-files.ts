import type { Portfolio } from '../content/portfolio.ts'
import { ICONS } from '../images/favicons.ts'
import { LEGAL_PAGES, legalPath } from '../routes/paths.ts'
import { makeJsonResume } from './json-resume.ts'
import type { LazyFile } from './lazy-file.ts'
import { makeVcard } from './vcard.ts'

/** The text files for search engines, address books, phones and hosts. */
export function metadataFiles(
  portfolio: Portfolio,
  background: string,
  hasIcons: boolean,
): LazyFile[] {
  const { site, resume } = portfolio
  const legal = LEGAL_PAGES.filter((kind) => portfolio.legal?.[kind]).map(legalPath)
  const sitemap = (url: string) => makeSitemap(url, [resume?.fileName, ...legal])
  return [
    { path: '/manifest.webmanifest', read: () => makeManifest(portfolio, background, hasIcons) },
    ...(resume
      ? [{ path: '/resume.json', read: () => JSON.stringify(makeJsonResume(portfolio), null, 2) }]
      : []),
    { path: '/contact.vcf', read: () => makeVcard(portfolio) },
    { path: '/robots.txt', read: () => makeRobots(site.url) },
    ...(site.url ? [{ path: '/sitemap.xml', read: () => sitemap(site.url ?? '') }] : []),
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
function makeRobots(url: string | undefined): string {
  return ['User-agent: *', 'Allow: /', ...(url ? ['', `Sitemap: ${url}sitemap.xml`] : []), ''].join(
    '\n',
  )
}

/** Lists the page and the files beside it: the resume, the imprint and the privacy notice. */
function makeSitemap(url: string, files: (string | undefined)[]): string {
  const pages = [url, ...files.flatMap((file) => (file ? [url + encodeURI(file)] : []))]
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
