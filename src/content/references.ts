import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findIcon, knownIcons } from './icons.ts'
import { nearest } from './nearest.ts'

/** A value that names a picture or an icon, and where it stands. */
export type Reference = {
  kind: 'picture' | 'icon'
  path: (string | number)[]
  name: string
}

type BrokenReference = Reference & { allowed: string; suggestion?: string }

const KINDS: Record<string, Reference['kind']> = {
  image: 'picture',
  imgSrc: 'picture',
  icon: 'icon',
}

/** All pictures and icons named anywhere in the content, whether or not the rest of it is valid. */
export function findReferences(content: unknown, path: Reference['path'] = []): Reference[] {
  if (typeof content !== 'object' || content === null) return []
  const entries: [string | number, unknown][] = Array.isArray(content)
    ? [...content.entries()]
    : Object.entries(content)
  return entries.flatMap(([key, value]) => {
    const kind = KINDS[key]
    return kind && typeof value === 'string'
      ? [{ kind, path: [...path, key], name: value }]
      : findReferences(value, [...path, key])
  })
}

export function findBrokenReferences(content: unknown, directory: string): BrokenReference[] {
  const list = listOnce()
  return findReferences(content).flatMap((reference) =>
    reference.kind === 'icon' ? checkIcon(reference) : checkPicture(reference, directory, list),
  )
}

/** Whether a picture is a file of the content, and not an address or a placeholder. */
export function isPictureFile(name: string): boolean {
  return name.startsWith('images/') && !name.includes('..')
}

/** Compares with the listings, because some disks ignore letter case and web servers do not. */
function checkPicture(reference: Reference, directory: string, list: List): BrokenReference[] {
  if (!isPictureFile(reference.name)) return []
  const steps = reference.name.split('/')
  const missing = steps.findIndex(
    (step, place) => !list(join(directory, ...steps.slice(0, place))).has(step),
  )
  if (missing < 0) return []
  const before = steps.slice(0, missing)
  const near = nearest(steps[missing] ?? '', [...list(join(directory, ...before))])
  return [
    {
      ...reference,
      allowed: 'the name of a file that exists, letter case included',
      ...(near && { suggestion: [...before, near, ...steps.slice(missing + 1)].join('/') }),
    },
  ]
}

type List = (folder: string) => Set<string>

/** Lists each folder once, however many pictures lie in it. */
function listOnce(): List {
  const known = new Map<string, Set<string>>()
  return (folder) => {
    const names = known.get(folder) ?? new Set(listFolder(folder))
    known.set(folder, names)
    return names
  }
}

function listFolder(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

function checkIcon(reference: Reference): BrokenReference[] {
  if (findIcon(reference.name)) return []
  const near = nearest(reference.name, knownIcons())
  return [
    {
      ...reference,
      allowed: 'the name of an icon on lucide.dev or simpleicons.org',
      ...(near && { suggestion: near }),
    },
  ]
}
