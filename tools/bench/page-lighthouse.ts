import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../programs.ts'
import {
  type Effort,
  type Figures,
  formatFigure,
  formatNumber,
  formatRatio,
  interleave,
  markdownTable,
  RUNS,
  type Sample,
} from './figures.ts'
import { CHROMIUM_FLAGS } from './page-browser.ts'

const PACKAGE = join(import.meta.dirname, 'node_modules/lighthouse')
const BROWSER_FLAGS = ['--headless', ...CHROMIUM_FLAGS].join(' ')

/** Lighthouse calculates the times of a simulated network, and throttles a real one. */
const DEVICES: Record<string, string[]> = {
  'Phone, simulated slow network': [],
  'Phone, throttled network': ['--throttling-method=devtools'],
  'Desktop, simulated': ['--preset=desktop'],
}

const METRICS = {
  'FCP ms': 'first-contentful-paint',
  'LCP ms': 'largest-contentful-paint',
  'Speed Index ms': 'speed-index',
  'TBT ms': 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  'bytes received': 'total-byte-weight',
}
/** The highest allowed ratio to the plain page. */
const MAX_RATIO: Record<string, number> = { 'FCP ms': 1.1, 'LCP ms': 1.1, 'Speed Index ms': 1.15 }
/** The highest allowed difference from the plain page, which may be 0. */
const MAX_DIFFERENCE: Record<string, number> = { 'TBT ms': 10 }

const NAVIGATION_MISSED = /NO_NAVSTART/

type Report = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { numericValue: number }>
}

/** Compares the page with the plain page on each device. */
export async function measureLighthouse(
  effort: Effort,
  urls: { page: string; limit: string },
  folder: string,
): Promise<string> {
  installLighthouse()
  const tables: string[] = []
  for (const [device, options] of Object.entries(DEVICES)) {
    const { page = {}, limit = {} } = await interleave(RUNS[effort], {
      page: () => runLighthouse(urls.page, options, folder),
      limit: () => runLighthouse(urls.limit, options, folder),
    })
    tables.push(`${device}:\n\n${tableOf(page, limit)}`)
  }
  return tables.join('\n\n')
}

/** Lighthouse is large and only this benchmark needs it, so it is not a package of the repository. */
function installLighthouse() {
  if (existsSync(PACKAGE)) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname], {
    stdio: 'inherit',
  })
}

async function runLighthouse(url: string, options: string[], folder: string): Promise<Sample> {
  const file = join(folder, 'report.json')
  const cli = join(PACKAGE, 'cli/index.js')
  const output = ['--quiet', '--output=json', `--output-path=${file}`]
  const args = [cli, url, ...output, `--chrome-flags=${BROWSER_FLAGS}`, ...options]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const run = () => promisify(execFile)(process.execPath, args, { env })
  // Lighthouse sometimes misses the start of the navigation and asks to be run again.
  await run().catch((error) =>
    NAVIGATION_MISSED.test(error.message) ? run() : Promise.reject(error),
  )
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const scores = Object.values(report.categories).map(({ title, score }) => [title, score * 100])
  const metrics = Object.entries(METRICS).map(([name, audit]) => [
    name,
    report.audits[audit]?.numericValue ?? Number.NaN,
  ])
  return Object.fromEntries([...scores, ...metrics])
}

function tableOf(page: Figures, limit: Figures): string {
  const rows = Object.entries(page).map(([name, figure]) => [
    name,
    {
      'this page': formatFigure(figure),
      limit: formatFigure(limit[name]),
      ...compare(name, page, limit),
    },
  ])
  return markdownTable(Object.fromEntries(rows))
}

function compare(name: string, page: Figures, limit: Figures) {
  if (name in MAX_RATIO) {
    return { ratio: formatRatio(page[name], limit[name]), 'at most': `${MAX_RATIO[name]} times` }
  }
  if (name in MAX_DIFFERENCE) {
    const difference = (page[name]?.median ?? Number.NaN) - (limit[name]?.median ?? Number.NaN)
    const sign = difference < 0 ? '−' : '+'
    const ratio = `${sign}${formatNumber(Math.abs(difference))}`
    return { ratio, 'at most': `${MAX_DIFFERENCE[name]} above` }
  }
  return { ratio: '', 'at most': '' }
}
