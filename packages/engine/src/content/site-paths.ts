/** Files that the build makes beside the page, by their addresses on the site. */
export const PATHS = {
  manifest: '/manifest.webmanifest',
  jsonResume: '/resume.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  vcard: '/contact.vcf',
}

/** The projects keep the name that the menu gives them. */
const RENAMED: Record<string, string> = { projects: 'portfolio' }

/** Where a section stands on the page. */
export function anchorOf(section: string): string {
  return RENAMED[section] ?? section
}
