import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, launchBrowser, type Page } from './browser.ts'
import { type Figure, interleave, RUNS, type Sample, write, writeFigure } from './figures.ts'
import { commandOf, type Program, serve } from './program.ts'
import { changeOneWord, contentFile } from './project-copy.ts'

// `npm run dev`: how long until the first page, and until a word that was written is on the screen.

const ALONE = join(import.meta.dirname, 'alone')
const WATCHER = join(import.meta.dirname, 'watch-greeting.js')
/** What the development server has prepared once for all. */
const PREPARED = 'node_modules/.vite'
/** A page that is still loading what it needs is edited by nobody. */
const SETTLED_MS = 1500

type Measured = Record<string, Record<string, Figure>>

export async function measureEditing(folder: string): Promise<Measured> {
  const browser = await launchBrowser()
  const environment = { DATA_DIR: join(folder, 'data') }
  const develop = () => serve({ args: commandOf(folder, 'dev'), environment })
  try {
    const pages = await interleave({
      first: async () => {
        rmSync(join(folder, PREPARED), { recursive: true, force: true })
        return timeFirstPage(browser, develop)
      },
      again: () => timeFirstPage(browser, develop),
      bare: () =>
        timeFirstPage(browser, () => serve({ args: [join(ALONE, 'develop.ts'), folder] })),
    })
    const own = await editor(browser, await develop(), folder)
    const bare = await editor(browser, await serve({ args: reloader(folder) }), folder)
    const edits = await interleave({ edit: own.edit, least: bare.edit }, 2 * RUNS)
    await own.close()
    await bare.close()
    return { ...pages, ...edits }
  } finally {
    await browser.close()
  }
}

export function tellEditing({ first, again, bare, edit, least }: Measured): Record<string, string> {
  if (!first?.page || !again?.page || !bare?.address || !edit?.ms || !least?.ms) {
    throw new Error('Nothing was measured.')
  }
  return {
    'npm run dev, first start, to page s': writeFigure(first.page),
    'again s': writeFigure(again.page),
    'bundler alone, to URL s': writeFigure(bare.address),
    'edit to screen ms': writeFigure(edit.ms),
    'minimal reload ms': writeFigure(least.ms),
    ratio: write(edit.ms.median / least.ms.median),
  }
}

function reloader(folder: string): string[] {
  return [join(ALONE, 'reload.ts'), contentFile(folder)]
}

/** Seconds from the command to its address, and to the greeting where there is a page. */
async function timeFirstPage(browser: Browser, start: () => Promise<Program>): Promise<Sample> {
  const begin = Date.now()
  const program = await start()
  const page = await browser.newPage()
  const { next } = await watch(page)
  const shown = next(() => true)
  await page.goto(program.url)
  const ms = (await Promise.race([shown, page.waitForTimeout(SETTLED_MS)])) ?? Number.NaN
  await page.close()
  await program.stop()
  return { address: program.ms / 1000, page: (ms - begin) / 1000 }
}

async function editor(browser: Browser, program: Program, folder: string) {
  const page = await browser.newPage()
  const { next } = await watch(page)
  await page.goto(program.url)
  const edit = async (): Promise<Sample> => {
    // The other server follows the same file, and both need their rest.
    await page.waitForTimeout(SETTLED_MS)
    await page.bringToFront()
    const begin = Date.now()
    const greeting = changeOneWord(folder)
    const ms = await next((shown) => shown === greeting)
    return { ms: ms - begin }
  }
  const close = async () => {
    await page.close()
    await program.stop()
  }
  return { edit, close }
}

/** When the next greeting of a kind is seen. */
async function watch(page: Page) {
  let expected: { is: (greeting: string) => boolean; tell: (ms: number) => void } | undefined
  await page.exposeFunction('tellGreeting', (greeting: string, ms: number) => {
    if (expected?.is(greeting)) expected.tell(ms)
  })
  await page.addInitScript({ path: WATCHER })
  return {
    next: (is: (greeting: string) => boolean) =>
      new Promise<number>((tell) => {
        expected = { is, tell }
      }),
  }
}
