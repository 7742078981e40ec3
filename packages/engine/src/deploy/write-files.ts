import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEPLOY_PATHS, deployFiles, type SiteFacts, type Target, writtenBy } from './files.ts'

/** What a target means for one file of an owner's folder. */
export type DeployFile = {
  path: string
  before: string | undefined
  after: string
  /** `kept`: the owner has changed the file, or wrote it. */
  state: 'new' | 'current' | 'outdated' | 'kept'
}

/** Compares the files of a target with those in the folder. */
export function compareDeployFiles(folder: string, target: Target, facts: SiteFacts): DeployFile[] {
  return Object.entries(deployFiles(target, facts)).map(([path, after]) => {
    const file = join(folder, path)
    if (!existsSync(file)) return { path, before: undefined, after, state: 'new' }
    const before = readFileSync(file, 'utf8')
    return { path, before, after, state: stateOf(before, after) }
  })
}

function stateOf(before: string, after: string): DeployFile['state'] {
  if (before.replaceAll('\r\n', '\n') === after) return 'current'
  const written = writtenBy(before)
  if (!written) return 'kept'
  // Another version wrote the same.
  return written.hash === writtenBy(after)?.hash ? 'current' : 'outdated'
}

/** The deployment files in the folder that an older version wrote and nobody has changed. */
export function findOutdated(folder: string, facts: SiteFacts): DeployFile[] {
  return DEPLOY_PATHS.flatMap((path) => {
    const file = join(folder, path)
    const written = existsSync(file) ? writtenBy(readFileSync(file, 'utf8')) : undefined
    if (!written) return []
    return compareDeployFiles(folder, written.target, facts).filter(
      (other) => other.path === path && other.state === 'outdated',
    )
  })
}
