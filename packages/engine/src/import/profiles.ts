import { findIcon } from '../content/icons.ts'
import { withoutEmpty } from '../content/without-empty.ts'
import { cleanAddress, cleanLine } from './clean-text.ts'
import type { DraftProfile } from './draft.ts'

const PLAIN_ICON = 'globe'
const ICONS: Record<string, string> = { twitter: 'x', website: PLAIN_ICON, blog: PLAIN_ICON }
const SOURCE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']

/** Where a name alone leads to the profile. */
const ADDRESSES: Record<string, string> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  linkedin: 'https://www.linkedin.com/in/',
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  codeberg: 'https://codeberg.org/',
}

const HOSTS: Record<string, string> = {
  'github.com': 'GitHub',
  'gitlab.com': 'GitLab',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'twitter.com': 'X',
  'codeberg.org': 'Codeberg',
  'bsky.app': 'Bluesky',
  'stackoverflow.com': 'Stack Overflow',
  'youtube.com': 'YouTube',
}

/** A profile as the content has it; an address without a name is named by its host. */
export function makeProfile(from: {
  network?: unknown
  username?: unknown
  url?: unknown
}): DraftProfile | undefined {
  const username = cleanLine(from.username)
  const network = cleanLine(from.network)
  const url = cleanAddress(from.url) ?? addressOf(network, username)
  if (!url) return undefined
  const name = network ?? HOSTS[hostOf(url) ?? ''] ?? hostOf(url) ?? url
  return { name, icon: iconFor(name), url, ...withoutEmpty({ username }) }
}

/** The profiles without those that lead to the same place as one before. */
export function distinctProfiles(profiles: DraftProfile[]): DraftProfile[] {
  return [...Map.groupBy(profiles, ({ url }) => placeOf(url)).values()].flatMap(([first]) =>
    first ? [first] : [],
  )
}

/** What an address has in common with others that lead to the same profile. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const host = hostOf(address) ?? ''
  const isNetwork = Object.hasOwn(HOSTS, host)
  const path = url.pathname.replace(/\/+$/, '') + url.search
  const name = isNetwork ? (HOSTS[host] ?? host) : host
  // Names of networks take capital letters for small ones; other sites need not.
  return name + (isNetwork ? path.toLowerCase() : path + url.hash)
}

/** Whether an address is one of source code. */
export function isSourceAddress(address: string): boolean {
  return SOURCE_HOSTS.includes(hostOf(address) ?? '')
}

/** Whether an address leads to a network where people have profiles. */
export function isProfileAddress(address: string): boolean {
  return Object.hasOwn(HOSTS, hostOf(address) ?? '')
}

function addressOf(network = '', username = ''): string | undefined {
  const place = ADDRESSES[slug(network)]
  return place && username && place + encodeURIComponent(username.replace(/^@/, ''))
}

function iconFor(name: string): string {
  const brand = slug(name)
  const icon = Object.hasOwn(ICONS, brand) ? ICONS[brand] : brand
  return icon && findIcon(icon) ? icon : PLAIN_ICON
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function hostOf(address: string): string | undefined {
  return URL.parse(address)?.hostname.replace(/^www\./, '')
}
