import { findIcon } from '../content/icons.ts'
import type { PortfolioInput } from '../content/schema.ts'
import { omitEmpty } from '../content/values.ts'
import { cleanAddress, cleanLine, type Skipped } from './fields.ts'

type DeepPartial<Value> = Value extends (infer Item)[]
  ? DeepPartial<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: DeepPartial<Value[Name]> }
    : Value

/** What an import contains, in the shape of the content file and not validated yet. */
export type Draft = DeepPartial<PortfolioInput>

export type DraftPerson = NonNullable<Draft['person']>
export type DraftProfile = NonNullable<DraftPerson['profiles']>[number]
export type DraftProject = NonNullable<NonNullable<Draft['projects']>['cards']>[number]

/** The format of an import and its content. */
export type Imported = { kind: string; draft: Draft; skipped: Skipped[] }

const PLAIN_ICON = 'globe'
const ICONS: Record<string, string> = { twitter: 'x', website: PLAIN_ICON, blog: PLAIN_ICON }
const SOURCE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']

/** Networks by host. A profile URL consists of `prefix` and the user name. */
const NETWORKS: Record<string, { name: string; prefix?: string }> = {
  'github.com': { name: 'GitHub', prefix: 'https://github.com/' },
  'gitlab.com': { name: 'GitLab', prefix: 'https://gitlab.com/' },
  'linkedin.com': { name: 'LinkedIn', prefix: 'https://www.linkedin.com/in/' },
  'x.com': { name: 'X', prefix: 'https://x.com/' },
  'twitter.com': { name: 'X' },
  'codeberg.org': { name: 'Codeberg', prefix: 'https://codeberg.org/' },
  'bsky.app': { name: 'Bluesky' },
  'stackoverflow.com': { name: 'Stack Overflow' },
  'youtube.com': { name: 'YouTube' },
}

/** A profile as the content has it; a URL without a name is named by its host. */
export function makeProfile(from: {
  network?: unknown
  username?: unknown
  url?: unknown
}): DraftProfile | undefined {
  const username = cleanLine(from.username)
  const network = cleanLine(from.network)
  const url = cleanAddress(from.url) ?? urlOf(network, username)
  if (!url) return undefined
  const name = network ?? NETWORKS[hostOf(url)]?.name ?? (hostOf(url) || url)
  const brand = slug(name)
  const icon = Object.hasOwn(ICONS, brand) ? ICONS[brand] : brand
  return { name, icon: icon && findIcon(icon) ? icon : PLAIN_ICON, url, ...omitEmpty({ username }) }
}

/** The profiles without repetitions: two URLs of a network that differ only in case are one. */
export function distinctProfiles(profiles: DraftProfile[]): DraftProfile[] {
  const byUrl = Map.groupBy(profiles, ({ url = '' }) => comparable(url))
  return [...byUrl.values()].flatMap((group) => group.slice(0, 1))
}

/** Whether a URL leads to source code. */
export function isSourceAddress(url: string): boolean {
  return SOURCE_HOSTS.includes(hostOf(url))
}

/** Whether a URL leads to a network where people have profiles. */
export function isProfileAddress(url: string): boolean {
  return Object.hasOwn(NETWORKS, hostOf(url))
}

function comparable(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const path = url.pathname.replace(/\/+$/, '') + url.search
  const network = NETWORKS[hostOf(address)]
  return network ? network.name + path.toLowerCase() : hostOf(address) + path + url.hash
}

function urlOf(network = '', username = ''): string | undefined {
  const brand = slug(network) === 'twitter' ? 'x' : slug(network)
  const { prefix } = Object.values(NETWORKS).find(({ name }) => slug(name) === brand) ?? {}
  return prefix && username && prefix + encodeURIComponent(username.replace(/^@/, ''))
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}
