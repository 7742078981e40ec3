import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { COMMAND } from 'test-fixtures/folders.ts'
import { type ServerProcess, startServer } from '../command.ts'
import {
  type Effort,
  formatFigure,
  formatRatio,
  interleave,
  RUNS,
  type Sample,
} from '../figures.ts'
import { launchBrowser } from '../page/browser.ts'
import { BASELINES } from './baselines.ts'
import { changeGreeting, contentFile } from './projects.ts'

// `npm run dev`: from the command to the first page, and from an edit of the content to the screen.

/** The packages that Vite has optimized. */
const VITE_CACHE = '.cache/vite'
/** After this time, a page has loaded everything. */
const SETTLE_MS = 1500

export async function measureDevServer(
  effort: Effort,
  folder: string,
): Promise<Record<string, string>> {
  const browser = await launchBrowser()
  const start = (args: string[]) => () =>
    startServer({ args, cwd: folder, environment: { DATA_DIR: join(folder, 'data') } })
  const dev = start([COMMAND, 'dev'])
  try {
    const { first, again, bundler } = await interleave(RUNS[effort], {
      first: () => {
        rmSync(join(folder, VITE_CACHE), { recursive: true, force: true })
        return timeFirstPage(browser, dev)
      },
      again: () => timeFirstPage(browser, dev),
      bundler: () => timeUrl(start([BASELINES, 'develop', folder])),
    })
    const ours = await openEditor(browser, await dev(), folder)
    const minimal = await openEditor(
      browser,
      await start([BASELINES, 'reload', contentFile(folder)])(),
      folder,
    )
    // Alternately, because both servers watch the same file.
    const { edit, reload } = await interleave(2 * RUNS[effort], {
      edit: ours.timeEdit,
      reload: minimal.timeEdit,
    })
    await ours.close()
    await minimal.close()
    return {
      'npm run dev, first start, to page s': formatFigure(first?.s),
      'again s': formatFigure(again?.s),
      'bundler alone, to URL s': formatFigure(bundler?.s),
      'edit to screen ms': formatFigure(edit?.ms),
      'minimal reload ms': formatFigure(reload?.ms),
      ratio: formatRatio(edit?.ms, reload?.ms),
    }
  } finally {
    await browser.close()
  }
}

async function timeUrl(start: () => Promise<ServerProcess>): Promise<Sample> {
  const server = await start()
  await server.stop()
  return { s: server.seconds }
}

/** Seconds from the command to the first frame that shows the greeting. */
async function timeFirstPage(
  browser: Browser,
  start: () => Promise<ServerProcess>,
): Promise<Sample> {
  const begin = Date.now()
  const server = await start()
  const page = await browser.newPage()
  const untilShown = await watchGreeting(page)
  const shown = untilShown(() => true)
  await page.goto(server.url)
  const time = await shown
  await page.close()
  await server.stop()
  return { s: (time - begin) / 1000 }
}

/** Opens the page of a server, whose content file `timeEdit` changes. */
async function openEditor(browser: Browser, server: ServerProcess, folder: string) {
  const page = await browser.newPage()
  const untilShown = await watchGreeting(page)
  await page.goto(server.url)
  return {
    timeEdit: async (): Promise<Sample> => {
      await page.waitForTimeout(SETTLE_MS)
      await page.bringToFront()
      const begin = Date.now()
      const greeting = changeGreeting(folder)
      return { ms: (await untilShown((shown) => shown === greeting)) - begin }
    },
    close: async () => {
      await page.close()
      await server.stop()
    },
  }
}

/** Returns a function that resolves with the time at which a matching greeting is on the screen. */
async function watchGreeting(page: Page) {
  let pending: { matches: (greeting: string) => boolean; resolve: (time: number) => void }
  await page.exposeFunction('reportGreeting', (greeting: string, time: number) => {
    if (pending?.matches(greeting)) pending.resolve(time)
  })
  await page.addInitScript(observeGreeting)
  return (matches: (greeting: string) => boolean) =>
    new Promise<number>((resolve) => {
      pending = { matches, resolve }
    })
}

/** Runs in the page. Reports each new greeting after the frame that shows it. */
function observeGreeting() {
  let shown = ''
  const check = () => {
    const greeting = document.querySelector('main p')?.textContent ?? ''
    if (greeting && greeting !== shown) {
      shown = greeting
      // A message is handled in the first task after the frame.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.get(window, 'reportGreeting')(greeting, Date.now())
      port2.postMessage(undefined)
    }
    requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
