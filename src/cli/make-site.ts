import { relative } from 'node:path'
import { BuildFault } from '../build/build-fault.ts'
import type { Portfolio } from '../content/schema.ts'
import { loadOrExit } from './load-or-exit.ts'

/** Checks the content and builds the site from it, telling each step. */
export async function makeSite({
  content,
  out,
}: {
  content: string
  out: string
}): Promise<Portfolio> {
  const startedAt = performance.now()
  const portfolio = loadOrExit(content)
  // React's server build is chosen by this variable when it is imported.
  process.env.NODE_ENV = 'production'
  // Only here, because a machine that serves a finished site has no build tools.
  const { buildSite } = await import('../build/build.ts')
  const report = (step: string) => console.log(`Building: ${step} ...`)
  await buildSite({ portfolio, content, out, report }).catch((error: unknown) => {
    if (!(error instanceof BuildFault)) throw error
    console.error(error.message)
    process.exit(1)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`Built into ${relative(process.cwd(), out)}/ in ${seconds} s.`)
  return portfolio
}
