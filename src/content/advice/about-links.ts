import { PATHS } from '../addresses.ts'
import { nearest } from '../nearest.ts'
import { BUILT_IN } from '../own-section.ts'
import { resolvePortfolio } from '../resolve.ts'
import type { PortfolioFile } from '../schema.ts'
import type { Remark } from './remark.ts'
import { type Text, textsOf } from './texts.ts'

/** Places of the page that are there whatever the content says. */
const ANCHORS = ['main', 'hero', 'footer']

const PLACEHOLDER = /^\/placeholder\//
const LOCAL = /^[#/]\S*$/

/** Addresses of the own site that lead nowhere, and sections that no order names. */
export function remarksOnLinks(content: PortfolioFile): Remark[] {
  const { words: _, ...others } = content
  const targets = targetsOf(content)
  const dead = textsOf(others).flatMap((text) => {
    const target = localTarget(text, content.site.url)
    return target === undefined || targets.includes(target) ? [] : [deadLink(text, target, targets)]
  })
  return [...dead, ...remarksOnOrder(content)]
}

/** What an address of the own site means on it, such as #talks or /Resume.pdf. */
function localTarget({ path, text }: Text, site: string | undefined): string | undefined {
  if (path[0] === 'site' || path.at(-1) === 'color') return undefined
  if (site && `${text.replace(/[?#].*$/, '').replace(/\/?$/, '/')}`.startsWith(site)) {
    return withoutQuery(`/${text.slice(site.length)}`)
  }
  return LOCAL.test(text) && !PLACEHOLDER.test(text) ? withoutQuery(text) : undefined
}

function withoutQuery(address: string): string {
  const [path = '', anchor] = address.replace(/\?[^#]*/, '').split('#')
  return anchor ? `#${anchor}` : path
}

function targetsOf(content: PortfolioFile): string[] {
  const { site, resume } = content
  const sections = resolvePortfolio(content).order.map(({ anchor }) => anchor)
  const { jsonResume, sitemap, ...others } = PATHS
  return [
    ...[...ANCHORS, ...sections].map((anchor) => `#${anchor}`),
    '/',
    '/index.html',
    ...Object.values(others),
    ...(resume ? [jsonResume, `/${resume.file}`] : []),
    ...(site.url ? [sitemap] : []),
  ]
}

function deadLink({ path, text }: Text, target: string, targets: string[]): Remark {
  const near = nearest(target, targets)
  const sections = targets.filter((known) => known.startsWith('#')).join(', ')
  return {
    path,
    found: `"${text}"`,
    meaning: 'Nothing of the site answers at this address.',
    action: near ? `Perhaps ${near} is meant.` : `Sections are at ${sections}.`,
  }
}

function remarksOnOrder(content: PortfolioFile): Remark[] {
  const shown = resolvePortfolio(content).order.map(({ name }) => name)
  const { order: _, ...unordered } = content
  return resolvePortfolio(unordered)
    .order.filter(({ name }) => !shown.includes(name))
    .map(({ name }) => ({
      path: ['order'],
      found: `no ${name}`,
      meaning: 'The section has content, but the page does not show it.',
      action: `Name it in order, or delete ${isBuiltIn(name) ? name : 'it from sections'}.`,
    }))
}

function isBuiltIn(name: string): boolean {
  return (BUILT_IN as readonly string[]).includes(name)
}
