import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowsers } from '../src/cli/find-browsers.ts'
import { buildServer } from '../src/cli/server.ts'

// Lighthouse over the built page, five runs for phones and five for desktops, medians.

const RUNS = 5
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

const { CHROMIUM_PATH } = findBrowsers()
const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
const site = buildServer({ site: join(import.meta.dirname, '../dist') })
const url = await site.listen({ port: 0, host: '127.0.0.1' })
try {
  for (const device of ['mobile', 'desktop']) {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++) reports.push(await measure(device))
    const scores = Object.keys(reports[0]?.categories ?? {}).map((category) => [
      category,
      median(reports.map((report) => (report.categories[category]?.score ?? 0) * 100)),
    ])
    const figures = Object.entries(METRICS).map(([name, audit]) => [
      name,
      median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN)),
    ])
    console.log(`\n${device}, medians of ${RUNS}`)
    console.table(Object.fromEntries([...scores, ...figures]))
  }
} finally {
  await site.close()
  rmSync(folder, { recursive: true })
}

/** Not synchronously, because the site is served by this very process. */
async function measure(device: string): Promise<Report> {
  const file = join(folder, 'report.json')
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  const args = [LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${file}`, ...preset]
  const env = { ...process.env, CHROME_PATH: CHROMIUM_PATH }
  await promisify(execFile)(process.execPath, [...args, `--chrome-flags=${FLAGS}`], { env })
  return JSON.parse(readFileSync(file, 'utf8'))
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? Number.NaN) * 1000) / 1000
}
