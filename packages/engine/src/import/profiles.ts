import { findIcon } from '../content/check-names.ts'
import { omitEmpty } from '../content/values.ts'
import type { DraftProfile, DraftProject } from './draft.ts'
import { cleanAddress, cleanLine } from './fields.ts'

const PLAIN_ICON = 'globe'
const ICONS: Record<string, string> = { twitter: 'x', website: PLAIN_ICON, blog: PLAIN_ICON }
const SOURCE_HOSTS = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']

/** Networks whose profile URL consists of a prefix and the user name. */
const PREFIXES: Record<string, string> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  linkedin: 'https://www.linkedin.com/in/',
  twitter: 'https://x.com/',
  x: 'https://x.com/',
  codeberg: 'https://codeberg.org/',
}

const NETWORKS: Record<string, string> = {
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
  const name = network ?? NETWORKS[hostOf(url)] ?? (hostOf(url) || url)
  return { name, icon: iconFor(name), url, ...omitEmpty({ username }) }
}

/** The profiles without repetitions: two URLs of a network that differ only in case are one. */
export function distinctProfiles(profiles: DraftProfile[]): DraftProfile[] {
  const byUrl = Map.groupBy(profiles, ({ url = '' }) => comparable(url))
  return [...byUrl.values()].flatMap((group) => group.slice(0, 1))
}

/** A project. No import contains images, and the page works without. */
export function makeProject(from: {
  title: string | undefined
  summary: string | undefined
  url: string | undefined
  repository?: string | undefined
  technologies?: string[]
}): DraftProject {
  const { title, summary, url, repository, technologies } = from
  const isSource = url !== undefined && !repository && SOURCE_HOSTS.includes(hostOf(url))
  return omitEmpty<DraftProject>({
    title,
    summary,
    githubUrl: isSource ? url : repository,
    projectUrl: isSource ? undefined : url,
    technologies,
  })
}

/** Whether a URL leads to a network where people have profiles. */
export function isProfileAddress(url: string): boolean {
  return Object.hasOwn(NETWORKS, hostOf(url))
}

function comparable(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const host = hostOf(address)
  const path = url.pathname.replace(/\/+$/, '') + url.search
  return NETWORKS[host] ? NETWORKS[host] + path.toLowerCase() : host + path + url.hash
}

function urlOf(network = '', username = ''): string | undefined {
  const prefix = PREFIXES[slug(network)]
  return prefix && username && prefix + encodeURIComponent(username.replace(/^@/, ''))
}

function iconFor(name: string): string {
  const brand = slug(name)
  const icon = Object.hasOwn(ICONS, brand) ? ICONS[brand] : brand
  return icon && findIcon(icon) ? icon : PLAIN_ICON
}

function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}
