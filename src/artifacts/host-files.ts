import { FRAME_ANCESTORS, SHIELD_HEADERS } from './shield.ts'

/** Files by which hosts are told how to serve the site. */

const FOR_EVER = 'public, max-age=31536000, immutable'

/**
 * For Netlify, Cloudflare Pages and the server of this project, which read a file of this name. A
 * host that is told before the build says all but the policy, which the pages hold themselves.
 */
export function makeHeaders(policy?: string): string {
  const headers = {
    ...SHIELD_HEADERS,
    'Content-Security-Policy': [policy, FRAME_ANCESTORS].filter(Boolean).join('; '),
  }
  return [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    `  Cache-Control: ${FOR_EVER}`,
    '',
  ].join('\n')
}

/** For GitHub Pages, which otherwise leaves out what begins with an underscore. */
export const NO_JEKYLL = ''
