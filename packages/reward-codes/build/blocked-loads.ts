import { hashOf, POLICY_META } from '../security/policy.ts'

/** The elements that load something from another host. */
const LOADS = [
  /<(?:script|iframe|img|audio|video|source)\b[^>]*?\ssrc="((?:https?:)?\/\/[^"]+)"/g,
  /<link\b(?=[^>]*\srel="stylesheet")[^>]*?\shref="((?:https?:)?\/\/[^"]+)"/g,
]
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src|type="application\/))[^>]*>(.*?)<\/script>/gs
const STYLED = /<[a-z][\w-]*\b[^>]*?\s(style="[^"]*")/g

/** Names the hosts, the scripts and the style attributes of pages that their policies allow nowhere. Empty if there are none. */
export function describeBlocked(pages: { path: string; html: string }[]): string {
  const lines = pages.flatMap(({ path, html }) => {
    const policy = POLICY_META.exec(html)?.[1]
    if (policy === undefined) return []
    const isAllowed = (source: string) =>
      policy.includes(source) || policy.includes(source.replace(/\/\/[^.]+/, '//*'))
    const addresses = LOADS.flatMap((element) => Array.from(html.matchAll(element), capture))
    const hosts = addresses.flatMap((address) => URL.parse(address, 'https://x')?.origin ?? [])
    const hashes = Array.from(
      html.matchAll(INLINE_SCRIPT),
      (match) => `sha256-${hashOf(capture(match))}`,
    )
    const blocked = [...hosts, ...hashes].filter((source) => !isAllowed(source))
    return [...blocked, ...Array.from(html.matchAll(STYLED), capture)].map(
      (source) => `  ${path}  ${source}`,
    )
  })
  if (lines.length === 0) return ''
  return [
    'The policy of the pages blocks what these load:',
    ...new Set(lines),
    'If that is meant, allow a host or a script by security.csp in astro.config.ts, and write a class in place of a style attribute.',
  ].join('\n')
}

function capture([, text = '']: RegExpMatchArray): string {
  return text
}
