import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasFingerprint, isCurrent } from '../build/fingerprint.ts'
import { makeSite, type SiteOptions } from './make-site.ts'

const BUNDLER = join(import.meta.dirname, '../../node_modules/vite')

/** Sees to it that there is a site to serve; a machine that cannot build serves the finished one. */
export async function readySite(options: SiteOptions): Promise<void> {
  const { content, out } = options
  if (isCurrent(out, content)) return
  const obstacle = whyNotBuild(out)
  if (!obstacle) {
    await makeSite(options)
    return
  }
  const remedy = 'Run "npm run build" where everything is installed, and bring dist/ here.'
  if (!hasFingerprint(out)) {
    console.error(
      `There is no finished site in ${out}, and none can be made: ${obstacle}. ${remedy}`,
    )
    process.exit(1)
  }
  console.warn(
    `The site in ${out} was made from other content or other code than lies here. It is served as ` +
      `it is, because no new one can be made: ${obstacle}. ${remedy}`,
  )
}

function whyNotBuild(out: string): string | undefined {
  if (!existsSync(BUNDLER)) return 'the packages that build it are not installed here'
  try {
    // A new site takes the place of the old one, so it is the folder around it that changes.
    accessSync(dirname(out), constants.W_OK)
    return undefined
  } catch {
    return `this program may not write to ${dirname(out)}`
  }
}
