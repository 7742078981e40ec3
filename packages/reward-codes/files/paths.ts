/** The files that `files.ts` makes. */
export const FILES = [
  '/apple-touch-icon.png',
  '/contact.vcf',
  '/favicon.ico',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/manifest.webmanifest',
  '/resume.json',
  '/robots.txt',
  '/sitemap.xml',
  '/social-card.png',
  '/[resume].pdf',
]
