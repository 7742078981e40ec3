import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowsers } from '../src/cli/find-browsers.ts'
import { buildServer } from '../src/cli/server.ts'
import { interleave, type Sample, tableOf, writeFigure } from './figures.ts'

// Lighthouse over the built page, five runs for phones and five for desktops, medians.

const LIGHTHOUSE = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const FLAGS = '--headless --no-sandbox --disable-gpu --disable-background-networking'

const METRICS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'speed index ms': 'speed-index',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
}

type Report = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { numericValue: number }>
}

export async function measurePage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const site = buildServer({ site: join(import.meta.dirname, '../dist') })
  const url = await site.listen({ port: 0, host: '127.0.0.1' })
  try {
    const rows: Record<string, Record<string, string>> = {}
    for (const device of ['mobile', 'desktop']) {
      const { [device]: figures } = await interleave({
        [device]: () => measure(url, device, join(folder, 'report.json')),
      })
      rows[device] = Object.fromEntries(
        Object.entries(figures ?? {}).map(([name, figure]) => [name, writeFigure(figure)]),
      )
    }
    return tableOf(rows)
  } finally {
    await site.close()
    rmSync(folder, { recursive: true })
  }
}

/** Not synchronously, because the site is served by this very process. */
async function measure(url: string, device: string, file: string): Promise<Sample> {
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  const args = [LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`, ...preset]
  const env = { ...process.env, CHROME_PATH: findBrowsers().CHROMIUM_PATH }
  await promisify(execFile)(process.execPath, [...args, `--chrome-flags=${FLAGS}`], { env })
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const scores = Object.values(report.categories).map(({ title, score }) => [title, score * 100])
  const figures = Object.entries(METRICS).map(([name, audit]) => [
    name,
    report.audits[audit]?.numericValue ?? Number.NaN,
  ])
  return Object.fromEntries([...scores, ...figures])
}
