import type { Portfolio } from '../content/schema.ts'

type ManifestParts = {
  icons: { path: string; size: number }[]
  /** The ground of the page, as #rrggbb. */
  paper: string
}

/** The web app manifest; its addresses are seen from the page, wherever that lies. */
export function makeManifest({ site, brand }: Portfolio, { icons, paper }: ManifestParts): string {
  return JSON.stringify({
    name: site.title,
    short_name: brand.text,
    description: site.description,
    lang: site.language,
    start_url: './',
    scope: './',
    display: 'browser',
    theme_color: paper,
    background_color: paper,
    icons: icons.map(({ path, size }) => ({
      src: `.${path}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}
