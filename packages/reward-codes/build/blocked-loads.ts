import { hashOf, POLICY_META } from '../security/policy.ts'

/** What a page loads from another host, and the directive of the policy that has to allow it. */
type Load = { directive: string; source: string }

/** The elements that load something, by their directive. */
const ELEMENTS: [element: RegExp, directive: string][] = [
  [/<script\b[^>]*?\ssrc="([^"]+)"/g, 'script-src'],
  [/<link\b(?=[^>]*\srel="stylesheet")[^>]*?\shref="([^"]+)"/g, 'style-src'],
  [/<iframe\b[^>]*?\ssrc="([^"]+)"/g, 'frame-src'],
  [/<img\b[^>]*?\ssrc="([^"]+)"/g, 'img-src'],
  [/<(?:audio|video|source)\b[^>]*?\ssrc="([^"]+)"/g, 'media-src'],
]
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src|type="application\/))[^>]*>(.*?)<\/script>/gs

/** What the policy of a page keeps it from loading: hosts, and scripts in the page by their hash. */
function blockedLoads(html: string): Load[] {
  const policy = POLICY_META.exec(html)?.[1]?.replaceAll('&#39;', "'")
  if (policy === undefined) return []
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/ +/)
      return [name, sources]
    }),
  )
  const isAllowed = ({ directive, source }: Load) =>
    (directives.get(directive) ?? directives.get('default-src') ?? ['*']).some((allowed) =>
      covers(allowed, source),
    )
  const loads = ELEMENTS.flatMap(([element, directive]) =>
    Array.from(html.matchAll(element), ([, address = '']) => {
      const url = /^(?:https?:)?\/\//.test(address) ? URL.parse(address, 'https://x') : undefined
      return url ? [{ directive, source: url.href }] : []
    }).flat(),
  )
  const inline = Array.from(html.matchAll(INLINE_SCRIPT), ([, text = '']) => ({
    directive: 'script-src',
    source: `'sha256-${hashOf(text)}'`,
  }))
  return [...loads, ...inline].filter((load) => !isAllowed(load))
}

/** Whether a source of a policy allows an address. */
function covers(allowed: string, source: string): boolean {
  if (allowed === source || allowed === '*') return true
  const url = URL.parse(source)
  if (!url || allowed.startsWith("'")) return false
  if (allowed.endsWith(':')) return allowed === url.protocol
  const [, scheme, host = '', path = ''] = /^(https?:\/\/)?([^/]+)(\/.*)?$/.exec(allowed) ?? []
  const isHost = host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host
  const isPath =
    path.endsWith('/') || path === '' ? url.pathname.startsWith(path) : url.pathname === path
  return isHost && isPath && (!scheme || scheme === `${url.protocol}//`)
}

/** The pages that would miss something, and the line of the configuration that allows it. Empty if none would. */
export function describeBlocked(pages: { path: string; html: string }[]): string {
  const blocked = pages.flatMap(({ path, html }) =>
    blockedLoads(html).map(({ directive, source }) => ({
      path,
      directive,
      source: originOf(source),
    })),
  )
  if (blocked.length === 0) return ''
  const lines = blocked.map(({ path, directive, source }) => `  ${path}  ${source} (${directive})`)
  return [
    'The policy of the pages blocks what these load:',
    ...new Set(lines),
    'If that is meant, allow it in astro.config.ts, beside what stands there already:',
    `  security: { csp: { ${configurationOf(blocked)} } },`,
  ].join('\n')
}

const STYLED = /<([a-z][\w-]*)\b[^>]*?\sstyle="([^"]*)"/g

/** The elements whose style attributes the policy blocks. Empty if there are none. */
export function describeStyles(pages: { path: string; html: string }[]): string {
  const lines = pages.flatMap(({ path, html }) =>
    Array.from(html.matchAll(STYLED), ([, name, style]) => `  ${path}  <${name} style="${style}">`),
  )
  if (lines.length === 0) return ''
  return [
    'The policy of the pages blocks these style attributes. Write a class in a CSS module in place of each:',
    ...new Set(lines),
  ].join('\n')
}

function originOf(source: string): string {
  return URL.parse(source)?.origin ?? source
}

/** The sources that the pages have without the owner, which a directive of the owner replaces. */
const OURS: Record<string, string> = { 'img-src': "'self' data:", 'connect-src': "'self'" }

function configurationOf(blocked: Load[]): string {
  const of = (name: string) => [
    ...new Set(blocked.flatMap(({ directive, source }) => (directive === name ? source : []))),
  ]
  const scripts = of('script-src')
  const hosts = scripts.filter((source) => !source.startsWith("'"))
  const hashes = scripts.filter((source) => source.startsWith("'")).map((hash) => hash.slice(1, -1))
  const others = ['frame-src', 'img-src', 'media-src'].filter((name) => of(name).length > 0)
  const directives = [
    ...others.map((name) => [name, ...(OURS[name] ? [OURS[name]] : []), ...of(name)].join(' ')),
    // A script that counts visits sends what it counts to its host.
    ...(hosts.length > 0 ? [`connect-src ${OURS['connect-src']} ${hosts.join(' ')}`] : []),
  ]
  const list = (items: string[]) => `[${items.map((item) => JSON.stringify(item)).join(', ')}]`
  const parts = [
    ...(scripts.length > 0
      ? [
          `scriptDirective: { ${[
            ...(hosts.length > 0 ? [`resources: ${list(["'self'", ...hosts])}`] : []),
            ...(hashes.length > 0 ? [`hashes: ${list(hashes)}`] : []),
          ].join(', ')} }`,
        ]
      : []),
    ...(of('style-src').length > 0
      ? [`styleDirective: { resources: ${list(["'self'", ...of('style-src')])} }`]
      : []),
    ...(directives.length > 0 ? [`directives: ${list(directives)}`] : []),
  ]
  return parts.join(', ')
}
