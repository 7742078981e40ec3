import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../find-browsers.ts'
import { FLAGS } from './browser.ts'
import type { Sample } from './figures.ts'

const PACKAGE = join(import.meta.dirname, 'node_modules/lighthouse')
const CHROME = ['--headless', ...FLAGS].join(' ')

/** What Lighthouse is told of the visitor: simulated lines are reckoned, applied ones are real. */
export const DEVICES: Record<string, string[]> = {
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

const MISSED = /NO_NAVSTART/

type Report = {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { numericValue: number }>
}

/** It is heavy and measures only, so it is no package of the project. */
export function installLighthouse() {
  if (existsSync(PACKAGE)) return
  const args = ['ci', '--no-audit', '--no-fund', '--prefix', import.meta.dirname]
  execFileSync('npm', args, { stdio: 'inherit' })
}

/** One run. Not synchronously, because the page is served by this very process. */
export async function runLighthouse(url: string, device: string, folder: string): Promise<Sample> {
  const file = join(folder, 'report.json')
  const cli = join(PACKAGE, 'cli/index.js')
  const to = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${CHROME}`]
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const args = [cli, url, ...to, ...(DEVICES[device] ?? [])]
  const run = () => promisify(execFile)(process.execPath, args, { env })
  // Once in a while it misses the beginning of its own visit, and asks to be called again.
  await run().catch((fault) => (MISSED.test(fault.message) ? run() : Promise.reject(fault)))
  const report: Report = JSON.parse(readFileSync(file, 'utf8'))
  const scores = Object.values(report.categories).map(({ title, score }) => [title, score * 100])
  const figures = Object.entries(METRICS).map(([name, audit]) => [
    name,
    report.audits[audit]?.numericValue ?? Number.NaN,
  ])
  return Object.fromEntries([...scores, ...figures])
}
