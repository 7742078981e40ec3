import { relative } from 'node:path'
import { BuildFault } from '../build/build-fault.ts'
import type { Portfolio } from '../content/schema.ts'
import { adviceText } from './advice.ts'
import { goodOrExit } from './load-or-exit.ts'
import { refuseSample } from './sample.ts'

export type SiteOptions = {
  content: string
  out: string
  /** Whether a public site may hold what is left of the sample. */
  isSampleAllowed: boolean
}

/** Checks the content and builds the site from it, telling each step. */
export async function makeSite({ content, out, isSampleAllowed }: SiteOptions): Promise<Portfolio> {
  const startedAt = performance.now()
  // React's server build is chosen by this variable when it is imported.
  process.env.NODE_ENV = 'production'
  // Only here, because a machine that serves a finished site has no build tools.
  const { buildSite } = await import('../build/build.ts')
  const { loadSite } = await import('../build/load-site.ts')
  const { portfolio, written } = goodOrExit(await loadSite(content))
  refuseSample({ written, isAllowed: isSampleAllowed })
  const report = (step: string) => console.log(`Building: ${step} ...`)
  const { resumePages } = await buildSite({ portfolio, content, out, report }).catch(
    (error: unknown) => {
      if (!(error instanceof BuildFault)) throw error
      console.error(error.message)
      process.exit(1)
    },
  )
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built into ${relative(process.cwd(), out)}/ in ${seconds} s.`)
  const advice = adviceText(written, { now: new Date(), resumePages })
  if (advice) console.warn(advice)
  return portfolio
}
