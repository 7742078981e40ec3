import { type Browser, launchBrowser, type Page } from './browser.ts'
import { interleave, RUNS, tableOfFigures } from './figures.ts'
import { SLOWER, slowProcessor } from './slow-visitor.ts'

// What moves on the page: how many pictures a second it gets on a processor four times slower, and how
// often the page is laid out for it. An empty page tells how many this machine can draw at all.

const WINDOW = { width: 1280, height: 800 }
const WATCHED_MS = 3000
const STEP_MS = 600
const EMPTY = 'data:text/html,<!doctype html><title>Nothing</title>'

type Motion = (page: Page) => Promise<unknown>

const still: Motion = (page) => page.waitForTimeout(WATCHED_MS)

async function scroll(page: Page) {
  for (let waited = 0; waited < WATCHED_MS; waited += STEP_MS) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(STEP_MS)
  }
}

async function moveGallery(page: Page) {
  for (let waited = 0; waited < WATCHED_MS; waited += STEP_MS) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(STEP_MS)
  }
}

export async function measureMotion(url: string): Promise<string> {
  const browser = await launchBrowser()
  try {
    const figures = await interleave({
      'an empty page': () => watch(browser, EMPTY, still),
      typewriter: () => watch(browser, url, still),
      scrolling: () => watch(browser, url, scroll),
      carousel: () => watch(browser, url, moveGallery, 'Next project'),
    })
    return `Animation, medians of ${RUNS} runs, CPU slowed ${SLOWER} times:\n\n${tableOfFigures(figures)}`
  } finally {
    await browser.close()
  }
}

async function watch(browser: Browser, url: string, motion: Motion, button?: string) {
  const page = await browser.newPage({ viewport: WINDOW })
  try {
    const client = await slowProcessor(page)
    await client.send('Performance.enable')
    await page.goto(url)
    await page.waitForTimeout(WATCHED_MS)
    if (button) await page.getByRole('button', { name: button }).focus()
    await page.waitForTimeout(STEP_MS)
    const countLayouts = async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
    }
    const before = await countLayouts()
    await page.evaluate(countFrames)
    await motion(page)
    const gaps: number[] = await page.evaluate(() => Reflect.get(window, 'gaps'))
    const seconds = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
    return {
      'frames per second': gaps.length / seconds,
      'longest frame, ms': Math.max(...gaps),
      'layouts per second': ((await countLayouts()) - before) / seconds,
    }
  } finally {
    await page.close()
  }
}

function countFrames() {
  const gaps: number[] = []
  Object.assign(window, { gaps })
  let last = performance.now()
  const note = (now: number) => {
    gaps.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
