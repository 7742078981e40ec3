import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { SECURITY_HEADERS } from 'reward-codes-gateway/protocol'
import { POLICY_META } from './policy.ts'

/** Works only in a header, not in a meta tag. */
const FRAME_ANCESTORS = "frame-ancestors 'none'"
const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/**
 * The `_headers` file for Netlify, Cloudflare Pages and the gateway. Each page has the policy of its meta tag, which
 * Astro has written. An owner's file of the same name, from public/, comes first.
 */
export function headersFile(folder: string, files: string[]): string {
  const addressOf = (file: string) => `/${relative(folder, file).split(sep).join('/')}`
  const pages = files.filter((file) => file.endsWith('.html'))
  const policies = pages.flatMap((file) => {
    const policy = policyIn(readFileSync(file, 'utf8'))
    const path = addressOf(file).replace(/\/index\.html$/, '/')
    return policy ? [rule(path, { 'Content-Security-Policy': `${policy} ${FRAME_ANCESTORS}` })] : []
  })
  const own = files.find((file) => addressOf(file) === '/_headers')
  return [
    ...(own ? [readFileSync(own, 'utf8').trim()] : []),
    rule('/*', { ...SECURITY_HEADERS, 'Content-Security-Policy': FRAME_ANCESTORS }),
    ...policies,
    rule('/assets/*', IMMUTABLE),
    '',
  ].join('\n')
}

/** The policy in the meta tag of a page. */
function policyIn(html: string): string | undefined {
  return POLICY_META.exec(html)?.[1]?.replaceAll('&#39;', "'").replace(/ +/g, ' ')
}

function rule(path: string, headers: Record<string, string>): string {
  return [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
}
