import { hashOf, POLICY_META } from '../security/policy.ts'

/** The elements that load something from another host. */
const LOADS = [
  /<(script|iframe|img|audio|video|source)\b[^>]*?\ssrc="((?:https?:)?\/\/[^"]+)"/g,
  /<(link)\b(?=[^>]*\srel="stylesheet")[^>]*?\shref="((?:https?:)?\/\/[^"]+)"/g,
]
/** The directive for an element. */
const DIRECTIVE_OF: Record<string, string> = {
  script: 'script-src',
  iframe: 'frame-src',
  img: 'img-src',
  link: 'style-src',
}
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src|type="application\/))[^>]*>(.*?)<\/script>/gs
const STYLED = /<[a-z][\w-]*\b[^>]*?\s(style="[^"]*")/g

/** Names the hosts, scripts and style attributes of pages that their policies block. Empty if there are none. */
export function describeBlocked(pages: { path: string; html: string }[]): string {
  const lines = pages.flatMap(({ path, html }) => {
    const policy = POLICY_META.exec(html)?.[1]
    if (policy === undefined) return []
    const hosts = LOADS.flatMap((element) =>
      Array.from(html.matchAll(element), ([, tag = '', address = '']) => {
        const url = URL.parse(address, 'https://x')
        const sources = sourcesIn(policy, DIRECTIVE_OF[tag] ?? 'media-src')
        return url && !sources.some((source) => matches(source, url)) ? url.origin : ''
      }),
    )
    const scripts = sourcesIn(policy, 'script-src')
    const hashes = Array.from(
      html.matchAll(INLINE_SCRIPT),
      (match) => `sha256-${hashOf(capture(match))}`,
    ).filter((hash) => !scripts.includes(`'${hash}'`))
    const blocked = [...hosts.filter(Boolean), ...hashes]
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

/** The sources of a directive, or else those of the default. */
function sourcesIn(policy: string, name: string): string[] {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  const sourcesOf = (wanted: string) => directives.find(([first]) => first === wanted)?.slice(1)
  return sourcesOf(name) ?? sourcesOf('default-src') ?? ['*']
}

/** Whether a source allows the host of an address: `https:`, `*`, or a host such as `*.example.com`. */
function matches(source: string, { protocol, host }: URL): boolean {
  const name = source.replace(/^\w+:\/\//, '').replace(/\/.*/, '')
  return (
    ['*', protocol, host].includes(name) || (name.startsWith('*.') && host.endsWith(name.slice(1)))
  )
}

function capture([, text = '']: RegExpMatchArray): string {
  return text
}
