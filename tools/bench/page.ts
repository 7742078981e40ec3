import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Request } from '@playwright/test'
import { buildServer } from 'reward-codes-gateway/server'
import { SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { findChromium } from '../programs.ts'
import { format, interleave, markdownTable, summarize } from './figures.ts'
import { writePlainPage } from './plain-page.ts'

const RUNS = 5
/** The typewriter types all of its phrases meanwhile. */
const SECONDS = 30
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }
const CPU_SLOWDOWN = 4
/** Milliseconds, and bytes a second. */
const NETWORK = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Compares our site on a phone with a page that has its texts and pictures, and neither scripts nor fonts. */
export async function measurePage(isQuick: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reward-codes-bench-'))
  const built = createSite()
  const { exitCode, out, error } = await built.build()
  if (exitCode !== 0) throw new Error(out + error)
  const [site, plain] = [join(built.root, 'dist'), join(folder, 'plain')]
  cpSync(site, plain, { recursive: true })
  writePlainPage(plain, join(SAMPLE_FOLDER, 'portfolio.yaml'))
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  const measure = async (served: string) => {
    const server = buildServer({ site: served })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    const sample = await visit(browser, url, isQuick ? SECONDS / 10 : SECONDS)
    await server.close()
    return sample
  }
  const { ours, limit } = await interleave(isQuick ? 1 : RUNS, {
    ours: () => measure(site),
    limit: () => measure(plain),
  })
  await browser.close()
  rmSync(folder, { recursive: true })
  built.remove()
  const rows = Object.keys(ours?.[0] ?? {}).map((name) => {
    const [page, reference] = [summarize(ours, name), summarize(limit, name)]
    return [name, page.text, reference.text, format(page.median / reference.median)]
  })
  return markdownTable(['our site', 'plain page', 'ratio'], rows)
}

/** Opens a page with an empty cache and stays for some seconds. */
async function visit(browser: Browser, url: string, seconds: number) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', { offline: false, ...NETWORK })
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.addInitScript(observePage)
  await page.goto(url)
  await page.waitForTimeout(seconds * 1000)
  const kilobytes = async (...types: string[]) => {
    const counted = requests.filter((request) => types.includes(request.resourceType()))
    const sizes = await Promise.all(counted.map((request) => request.sizes()))
    return sizes.reduce((all, { responseBodySize }) => all + responseBodySize, 0) / 1000
  }
  const sample = {
    ...(await page.evaluate(readObserved)),
    'HTML and styles KB': await kilobytes('document', 'stylesheet'),
    'scripts KB': await kilobytes('script'),
    'first view KB': await kilobytes(...requests.map((request) => request.resourceType())),
  }
  await context.close()
  return sample
}

type Observed = { largest: number; shift: number; tasks: { start: number; duration: number }[] }

// The following functions run in the page.

function observePage() {
  const observed: Observed = { largest: 0, shift: 0, tasks: [] }
  Object.assign(window, { observed })
  const observe = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type })
  observe('largest-contentful-paint', ({ startTime }) => {
    observed.largest = startTime
  })
  observe('layout-shift', (entry) => {
    observed.shift += 'value' in entry ? Number(entry.value) : 0
  })
  observe('longtask', ({ startTime: start, duration }) => observed.tasks.push({ start, duration }))
}

function readObserved() {
  const { largest, shift, tasks }: Observed = Reflect.get(window, 'observed')
  const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const late = tasks.filter(({ start }) => start > first)
  // Of each long task, the part beyond 50 ms.
  const blocking = late.reduce((all, { duration }) => all + duration - 50, 0)
  return { 'FCP ms': first, 'LCP ms': largest, 'TBT ms': blocking, CLS: shift }
}
