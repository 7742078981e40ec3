import { join, sep } from 'node:path'
import { PART_NAMES } from '../page/parts.ts'
import { type Copy, isOutdated, isOwn, OWN_PARTS, readCopies } from './copies.ts'
import { listFiles, type OwnParts, readOwnParts } from './own-parts.ts'

/** A file of the owner's parts, and what it is for. */
type ListedPart = { path: string; what: string }

/** The owner's parts in a folder, with what has changed since they were copied. */
export async function listParts(owner: string): Promise<ListedPart[]> {
  const folder = join(owner, OWN_PARTS)
  const { parts } = readOwnParts(folder)
  const copies = await readCopies(owner)
  const roles = rolesOf(parts)
  return listFiles(folder).flatMap((file) => {
    const name = file.split(sep).join('/')
    const role = roles.get(join(folder, file)) ?? roleByName(name)
    if (!role) return []
    const copied = copies.filter(({ part }) => role === `replaces ${part}`)
    return [{ path: `${OWN_PARTS}/${name}`, what: [role, ...statesOf(copied)].join(', ') }]
  })
}

function rolesOf({ replaced, wrapped, slots }: OwnParts): Map<string, string> {
  const roles = new Map<string, string>()
  for (const name of PART_NAMES) {
    const own = replaced[name]
    if (own) roles.set(own, `${wrapped.includes(name) ? 'wraps' : 'replaces'} ${name}`)
    for (const [slot, file] of Object.entries(slots[name] ?? {})) roles.set(file, `${slot} ${name}`)
  }
  return roles
}

function roleByName(path: string): string | undefined {
  if (path.endsWith('.island.tsx')) return 'island'
  const [, section] = /^sections\/([^/]+)\.tsx$/.exec(path) ?? []
  return section && `section ${section}`
}

function statesOf(copies: Copy[]): string[] {
  const version = copies.find((copy) => copy.version)?.version
  if (!version) return []
  return [
    `copied from ${version}`,
    ...(copies.some(isOwn) ? ['changed by you'] : []),
    ...(copies.some(isOutdated) ? ['original changed since'] : []),
  ]
}
