/** URL paths of the files that the build writes next to the page. */
export const PATHS = {
  manifest: '/manifest.webmanifest',
  jsonResume: '/resume.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  vcard: '/contact.vcf',
}

/** The anchor of the projects is #portfolio, as their default menu label. */
const ANCHOR_OVERRIDES: Record<string, string> = { projects: 'portfolio' }

/** The anchor (element id) of a section. */
export function anchorOf(section: string): string {
  return ANCHOR_OVERRIDES[section] ?? section
}
