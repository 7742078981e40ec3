import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from 'reward-codes/internal/build/build.ts'
import { type LoadedContent, loadContent } from 'reward-codes/internal/build/load-content.ts'
import { ownSite } from 'reward-codes/internal/cli/own-site.ts'
import { CONTENT } from 'test-fixtures/folders.ts'
import type { Effort } from '../figures.ts'
import { measureAnimation } from './animation.ts'
import { measureGrowth } from './growth.ts'
import { measureInteractions } from './interactions.ts'
import { measureLighthouse } from './lighthouse.ts'
import { writePlainPage } from './plain-page.ts'
import { measureServing, startStaticServer } from './serving.ts'

/** Measures the project's own site. Its limit is a plain page with the same text on the same server. */
export async function measurePage(effort: Effort): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const build = async (name: string, portfolio: LoadedContent['portfolio']) => {
    const out = join(folder, name)
    const site = ownSite(portfolio)
    await buildSite({ portfolio, site, content: CONTENT, out, report: () => {} })
    return out
  }
  try {
    const loaded = await loadContent(CONTENT)
    if (!loaded.ok) throw new Error('The content has errors. "npm run build" lists them.')
    const site = await build('site', loaded.portfolio)
    const plain = writePlainPage(loaded.portfolio, join(folder, 'plain'))
    const servers = [await startStaticServer(site), await startStaticServer(plain)] as const
    const [page, limit] = servers.map(({ url }) => url) as [string, string]
    try {
      return [
        await measureLighthouse(effort, { page, limit }, folder),
        await measureInteractions(effort, page),
        await measureAnimation(effort, page),
        await measureGrowth(effort, loaded.portfolio, build),
        await measureServing(effort, site, folder),
      ].join('\n\n')
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
