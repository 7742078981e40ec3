import type { Portfolio } from '../content/schema.ts'

type ManifestParts = {
  icons: { path: string; size: number }[]
  /** The background colour of the page, as #rrggbb. */
  background: string
}

/** The web app manifest. Its URLs are relative, so the site works at any path. */
export function makeManifest(
  { site, brand }: Portfolio,
  { icons, background }: ManifestParts,
): string {
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
    icons: icons.map(({ path, size }) => ({
      src: `.${path}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}
