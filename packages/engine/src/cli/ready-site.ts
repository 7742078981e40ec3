import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { hasFingerprint, isCurrent } from '../build/fingerprint.ts'
import { makeSite, type SiteOptions } from './make-site.ts'

/** Returns the folder of the site to serve. Rebuilds an outdated site if this machine can. */
export async function readySite(options: SiteOptions): Promise<string> {
  const { content, out, preview } = options
  if (isCurrent(out, content)) return out
  if (preview && isCurrent(preview, content)) return preview
  const obstacle = findObstacle(out)
  if (!obstacle) return (await makeSite(options)).folder
  const remedy = 'Run "npm run build" on a machine with all dependencies, and copy dist/ here.'
  if (!hasFingerprint(out)) {
    console.error(`No built site in ${out}, and it cannot be built here: ${obstacle}. ${remedy}`)
    process.exit(1)
  }
  console.warn(
    `The site in ${out} is outdated: content or code has changed. It is served anyway, because it ` +
      `cannot be built here: ${obstacle}. ${remedy}`,
  )
  return out
}

function findObstacle(out: string): string | undefined {
  if (!canBundle()) return 'the build dependencies are not installed'
  try {
    // The build replaces the whole folder, so it writes to the parent folder.
    accessSync(dirname(out), constants.W_OK)
    return undefined
  } catch {
    return `no write permission for ${dirname(out)}`
  }
}

/** An installation that only serves a built site may omit the build tools. */
function canBundle(): boolean {
  try {
    createRequire(import.meta.url).resolve('vite')
    return true
  } catch {
    return false
  }
}
