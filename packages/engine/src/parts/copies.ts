import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../user-error.ts'
import { ENGINE_VERSION } from '../version.ts'
import { mergeTexts } from './merge.ts'
import { readOriginals } from './originals.ts'

/** The owner's folder of parts, relative to theirs. */
export const OWN_PARTS = 'parts'
/** What the copies in the folder were made from. */
const ORIGINS = join(OWN_PARTS, '.origin.json')

const DAMAGED = {
  found: `${OWN_PARTS}/.origin.json cannot be read, or is not as "eject" wrote it.`,
  advice:
    'Resolve a merge conflict in it, or restore it from Git. Or delete it: your parts stay, and are no longer ' +
    'compared with their originals.',
}

const originsSchema = z.record(
  z.string(),
  z.object({
    part: z.string(),
    /** The version of the engine that the copy was made from. */
    version: z.string(),
    /** The lines of the original in that version. Git shows a change of them line by line. */
    original: z.array(z.string()),
  }),
)

type Origins = z.output<typeof originsSchema>

/** A file that `eject` has copied into an owner's folder, or would copy today. */
export type Copy = {
  /** Relative to the folder, such as `parts/About.tsx`. */
  path: string
  part: string
  /** The version of the engine whose original was copied. */
  version: string | undefined
  /** The original that was copied; undefined for a file that was not part of it. */
  base: string | undefined
  /** The original today; undefined if it has no such file. */
  original: string | undefined
  /** The owner's file; undefined if there is none. */
  own: string | undefined
}

/** The files of all copied parts that are still there, and new files of their originals. */
export async function readCopies(folder: string): Promise<Copy[]> {
  const origins = readOrigins(folder)
  const recorded = Object.entries(origins).filter(([name]) => ownText(folder, name) !== undefined)
  if (recorded.length === 0) return []
  const originals = await readOriginals()
  const parts = [...new Set(recorded.map(([, { part }]) => part))]
  return parts.flatMap((part) => {
    const files = originals[part] ?? {}
    const own = recorded.filter(([, origin]) => origin.part === part).map(([name]) => name)
    // A file that the owner has deleted is none that the original has got since.
    const added = Object.keys(files).filter((name) => !(name in origins))
    return [...own, ...added].map((name) => ({
      path: `${OWN_PARTS}/${name}`,
      part,
      version: origins[name]?.version,
      base: origins[name]?.original.join('\n'),
      original: files[name],
      own: ownText(folder, name),
    }))
  })
}

/** Whether the original has changed since it was copied. */
export function isOutdated({ base, original }: Copy): boolean {
  return base !== original
}

/** Whether the owner has changed the copy. */
export function isOwn({ base, own }: Copy): boolean {
  return own !== undefined && base !== own
}

/**
 * What has changed since it was copied, and what to do; undefined if nothing has. The site does not depend on
 * the record of origins, so a damaged one is a finding too.
 */
export async function findOutdatedCopies(
  folder: string,
): Promise<{ found: string; advice: string } | undefined> {
  const copies = await readCopies(folder).catch((error: unknown) => {
    if (error instanceof UserError) return undefined
    throw error
  })
  if (!copies) return DAMAGED
  const parts = [...new Set(copies.filter(isOutdated).map(({ part }) => part))]
  if (parts.length === 0) return undefined
  const [what, command] =
    parts.length === 1 ? ['original', `parts diff ${parts[0]}`] : ['originals', 'parts']
  const names = new Intl.ListFormat('en').format(parts)
  return {
    found: `Since you copied ${names} into parts/, the ${what} changed.`,
    advice: `See: npx reward-codes ${command}`,
  }
}

export async function outdatedNotice(folder: string): Promise<string | undefined> {
  const outdated = await findOutdatedCopies(folder)
  return outdated && `${outdated.found} ${outdated.advice}`
}

/** What the owner's file becomes with the changes of the original; undefined where both changed the same lines. */
export function mergeCopy({ base, original, own }: Copy): string | undefined {
  if (original === undefined) return own
  if (own === undefined) return base === undefined ? original : undefined
  return base === undefined ? undefined : mergeTexts(base, own, original)
}

/** Records the originals of today for files of a part, and forgets those of deleted files. */
export function recordOrigins(folder: string, copies: Pick<Copy, 'path' | 'part' | 'original'>[]) {
  const origins = readOrigins(folder)
  mkdirSync(join(folder, OWN_PARTS), { recursive: true })
  for (const { path, part, original } of copies) {
    const name = path.slice(OWN_PARTS.length + 1)
    if (original === undefined) delete origins[name]
    else origins[name] = { part, version: ENGINE_VERSION, original: original.split('\n') }
  }
  const sorted = Object.entries(origins).toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(join(folder, ORIGINS), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** Writes a file of a part with the line endings that it has. */
export function writePart(folder: string, path: string, text: string): void {
  mkdirSync(join(folder, OWN_PARTS), { recursive: true })
  const file = join(folder, path)
  const isWindows = existsSync(file) && readFileSync(file, 'utf8').includes('\r\n')
  writeFileSync(file, isWindows ? text.replaceAll('\n', '\r\n') : text)
}

function readOrigins(folder: string): Origins {
  const file = join(folder, ORIGINS)
  if (!existsSync(file)) return {}
  try {
    return originsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new UserError(`${DAMAGED.found} ${DAMAGED.advice}`)
  }
}

function ownText(folder: string, name: string): string | undefined {
  const file = join(folder, OWN_PARTS, name)
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined
}
