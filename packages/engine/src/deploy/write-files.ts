import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEPLOY_PATHS,
  deployFiles,
  readHeader,
  type SiteFacts,
  type Target,
  VERCEL_FILE,
  vercelJson,
} from './files.ts'

/** What a target means for one file of an owner's folder. */
export type DeployFile = {
  target: Target
  path: string
  before: string | undefined
  after: string
  /** `kept`: the owner has changed the file, or wrote it. */
  state: 'new' | 'current' | 'outdated' | 'kept'
}

/** Compares the files of a target with those in the folder. */
export function compareDeployFiles(folder: string, target: Target, facts: SiteFacts): DeployFile[] {
  return Object.entries(deployFiles(target, facts)).map(([path, after]) => {
    const before = readText(join(folder, path))
    if (before === undefined) return { target, path, before, after, state: 'new' }
    return { target, path, before, after, state: stateOf(before, after) }
  })
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function stateOf(before: string, after: string): DeployFile['state'] {
  if (before.replaceAll('\r\n', '\n') === after) return 'current'
  const written = readHeader(before)
  if (!written?.isUnchanged) return 'kept'
  // Another version wrote the same.
  return written.hash === readHeader(after)?.hash ? 'current' : 'outdated'
}

/**
 * The deployment files in the folder of which this version writes another text than the one before: those that
 * nobody has changed, and those that are kept.
 */
export function findOutdatedFiles(folder: string, facts: SiteFacts): DeployFile[] {
  return DEPLOY_PATHS.flatMap((path) => {
    const text = readText(join(folder, path))
    if (text === undefined) return []
    const header = readHeader(text)
    const target = header?.target ?? (path === VERCEL_FILE ? 'vercel' : undefined)
    if (!target) return []
    return compareDeployFiles(folder, target, facts).filter(({ path: other, state, after }) => {
      if (other !== path || state === 'current') return false
      return !header || header.hash !== readHeader(after)?.hash
    })
  })
}

/** Whether vercel.json is as this version writes it. Without a first line, a later version cannot tell. */
export function isVercelUnchanged(folder: string): boolean {
  return readText(join(folder, VERCEL_FILE))?.replaceAll('\r\n', '\n') === vercelJson()
}
