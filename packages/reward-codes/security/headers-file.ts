import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECURITY_HEADERS } from 'reward-codes-gateway/protocol'

/** Pages have the rest of the policy in their meta tag. This directive works only in a header. */
const FRAME_ANCESTORS = "frame-ancestors 'none'"
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/**
 * The `_headers` file for Netlify, Cloudflare Pages and the gateway. An owner's file of the same name, from public/,
 * comes first.
 */
export function headersFile(folder: string): string {
  const own = join(folder, '_headers')
  return [
    ...(existsSync(own) ? [readFileSync(own, 'utf8').trim()] : []),
    rule('/*', { ...SECURITY_HEADERS, 'Content-Security-Policy': FRAME_ANCESTORS }),
    rule('/assets/*', IMMUTABLE),
    '',
  ].join('\n')
}

function rule(path: string, headers: Record<string, string>): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
}
