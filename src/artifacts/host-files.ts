/** Files by which static hosts are told how to serve the site. */

const FOR_EVER = 'public, max-age=31536000, immutable'

/** For Netlify and Cloudflare Pages, which read a file of this name. */
export function makeHeaders(): string {
  return [
    '/*',
    '  X-Content-Type-Options: nosniff',
    '  Referrer-Policy: strict-origin-when-cross-origin',
    '/assets/*',
    `  Cache-Control: ${FOR_EVER}`,
    '',
  ].join('\n')
}

/** For GitHub Pages, which otherwise leaves out what begins with an underscore. */
export const NO_JEKYLL = ''
