import { relative } from 'node:path'
import type { OwnSite } from 'reward-codes-gateway/own-site'
import { UserError } from '../build/user-error.ts'
import { adviceText } from './advice.ts'
import { goodOrExit } from './load-or-exit.ts'
import { ownSite } from './own-site.ts'
import { leftInPublicSite, refuseSample } from './sample.ts'

export type SiteOptions = {
  content: string
  out: string
  /** Whether a public site may contain sample content. */
  isSampleAllowed: boolean
  /** Where to build a public site with sample content that only its owner can open. */
  preview?: string | undefined
}

type Made = { site: OwnSite; folder: string }

/** Checks the content, builds the site and prints each step. */
export async function makeSite(options: SiteOptions): Promise<Made> {
  const { content, out, isSampleAllowed, preview } = options
  const startedAt = performance.now()
  // React chooses its production build by this variable when it is imported.
  process.env.NODE_ENV = 'production'
  // Imported lazily: a machine that only serves a built site has no build tools.
  const { buildSite } = await import('../build/build.ts')
  const { loadContent } = await import('../build/load-content.ts')
  const loaded = goodOrExit(await loadContent(content))
  const { portfolio, written } = loaded
  const left = leftInPublicSite(written)
  const isPreview = !isSampleAllowed && left.length > 0
  if (!isPreview || !preview) {
    refuseSample({ left, url: portfolio.site.url, isAllowed: isSampleAllowed })
  }
  const folder = (isPreview && preview) || out
  const report = (step: string) => console.log(`Building: ${step} ...`)
  const site = ownSite(portfolio)
  const { resumePages } = await buildSite({
    loaded,
    site,
    content,
    out: folder,
    report,
  }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error
    console.error(error.message)
    process.exit(1)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built into ${relative(process.cwd(), folder)}/ in ${seconds} s.`)
  const advice = adviceText(written, { now: new Date(), resumePages })
  if (advice) console.warn(advice)
  return { site, folder }
}
