import { FRAME_ANCESTORS, SECURITY_HEADERS } from './security-headers.ts'

/** Configuration files for static hosts. */

const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * The `_headers` file for Netlify, Cloudflare Pages and this project's server. A host that is
 * configured before the build sends only `frame-ancestors` as CSP: the pages have a CSP meta tag.
 */
export function makeHeadersFile(policy?: string): string {
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Security-Policy': [policy, FRAME_ANCESTORS].filter(Boolean).join('; '),
  }
  return [
    '/*',
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    '/assets/*',
    `  Cache-Control: ${IMMUTABLE}`,
    '',
  ].join('\n')
}
