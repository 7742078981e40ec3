import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildSite } from 'reward-codes/internal/build/build.ts'
import { loadContent } from 'reward-codes/internal/build/load-content.ts'
import { ownSite } from 'reward-codes/internal/cli/own-site.ts'
import { buildServer } from 'reward-codes-gateway/server'
import { writeLimitPage } from './baseline-page.ts'
import { type Figure, interleave, tableOf, write, writeFigure } from './figures.ts'
import { measureGrowth } from './growth.ts'
import { measureInteractions } from './interactions.ts'
import { DEVICES, installLighthouse, runLighthouse } from './lighthouse.ts'
import { measureMotion } from './motion.ts'
import { measureServing } from './serving.ts'
import { drawTrace } from './trace.ts'

// The page beside a hand-written one with the same words, served by the same server.

const CONTENT = join(import.meta.dirname, '../../site/content')
const PICTURE = join(import.meta.dirname, '../../docs/visit.svg')
/** What a figure may be, in times of the limit's or in what it may be above it. */
const RATIOS: Record<string, number> = { 'FCP ms': 1.1, 'LCP ms': 1.1, 'Speed Index ms': 1.15 }
const ABOVE: Record<string, number> = { 'TBT ms': 10 }

export async function measurePage(): Promise<string> {
  installLighthouse()
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const { loaded, ours, limit } = await makePages(folder)
  const servers = { ours: buildServer({ site: ours }), limit: buildServer({ site: limit }) }
  try {
    const tables: string[] = []
    const listen = (server: ReturnType<typeof buildServer>) =>
      server.listen({ port: 0, host: '127.0.0.1' })
    const urls = { ours: await listen(servers.ours), limit: await listen(servers.limit) }
    for (const device of Object.keys(DEVICES)) {
      const figures = await interleave({
        ours: () => runLighthouse(urls.ours, device, folder),
        limit: () => runLighthouse(urls.limit, device, folder),
      })
      tables.push(`${device}:\n\n${compare(figures.ours ?? {}, figures.limit ?? {})}`)
    }
    tables.push(await measureInteractions(urls.ours))
    tables.push(await measureMotion(urls.ours))
    tables.push(await measureGrowth(loaded, CONTENT, folder))
    tables.push(await measureServing(ours, folder))
    writeFileSync(PICTURE, await drawTrace(urls.ours))
    return tables.join('\n\n')
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()))
    rmSync(folder, { recursive: true })
  }
}

async function makePages(folder: string) {
  const loaded = await loadContent(CONTENT)
  if (!loaded.ok) throw new Error('The content has faults: npm run build tells them.')
  const pages = { ours: join(folder, 'ours'), limit: join(folder, 'limit') }
  const { portfolio } = loaded
  await buildSite({
    loaded,
    site: ownSite(portfolio),
    content: CONTENT,
    out: pages.ours,
    report: () => {},
  })
  writeLimitPage(portfolio, pages.limit)
  return { loaded, ...pages }
}

function compare(ours: Record<string, Figure>, limit: Record<string, Figure>): string {
  const rows = Object.entries(ours).map(([name, figure]) => {
    const other = limit[name] ?? figure
    const ratio = figure.median / other.median
    const above = figure.median - other.median
    const target =
      name in RATIOS ? `${RATIOS[name]} times` : name in ABOVE ? `${ABOVE[name]} above` : ''
    const cells = {
      'this page': writeFigure(figure),
      limit: writeFigure(other),
      ratio: name in RATIOS ? write(ratio) : name in ABOVE ? signed(above) : '',
      'at most': target,
    }
    return [name, cells] as const
  })
  return tableOf(Object.fromEntries(rows))
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${write(Math.abs(value))}`
}
