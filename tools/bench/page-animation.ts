import type { Browser, Page } from '@playwright/test'
import { type Effort, figuresTable, interleave, RUNS } from './figures.ts'
import { CPU_SLOWDOWN, launchBrowser, slowCpu } from './page-browser.ts'

// Frames and layouts per second while parts of the page move, on a slowed CPU. An empty page has the
// highest frame rate of the machine.

const WINDOW = { width: 1280, height: 800 }
const MEASURED_MS = 3000
const STEP_MS = 600
const EMPTY_PAGE = 'data:text/html,<!doctype html><title>Empty</title>'

type Animate = (page: Page) => Promise<unknown>

const wait: Animate = (page) => page.waitForTimeout(MEASURED_MS)

const scroll = everyStep((page) => page.mouse.wheel(0, 400))

const pressEnter = everyStep((page) => page.keyboard.press('Enter'))

function everyStep(act: Animate): Animate {
  return async (page) => {
    for (let elapsed = 0; elapsed < MEASURED_MS; elapsed += STEP_MS) {
      await act(page)
      await page.waitForTimeout(STEP_MS)
    }
  }
}

export async function measureAnimation(effort: Effort, url: string): Promise<string> {
  const browser = await launchBrowser()
  try {
    const figures = await interleave(RUNS[effort], {
      'an empty page': () => measure(browser, EMPTY_PAGE, wait),
      typewriter: () => measure(browser, url, wait),
      scrolling: () => measure(browser, url, scroll),
      carousel: () => measure(browser, url, pressEnter, 'Next project'),
    })
    return `Animation, CPU slowed ${CPU_SLOWDOWN} times:\n\n${figuresTable(figures)}`
  } finally {
    await browser.close()
  }
}

/** Focuses the button, if any, and measures during the animation. */
async function measure(browser: Browser, url: string, animate: Animate, button?: string) {
  const page = await browser.newPage({ viewport: WINDOW })
  try {
    const client = await slowCpu(page)
    await client.send('Performance.enable')
    await page.goto(url)
    await page.waitForTimeout(MEASURED_MS)
    if (button) await page.getByRole('button', { name: button }).focus()
    await page.waitForTimeout(STEP_MS)
    const countLayouts = async () => {
      const { metrics } = await client.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
    }
    const layoutsBefore = await countLayouts()
    await page.evaluate(recordFrames)
    await animate(page)
    const frameTimes: number[] = await page.evaluate(() => Reflect.get(window, 'frameTimes'))
    const seconds = frameTimes.reduce((sum, time) => sum + time, 0) / 1000
    return {
      'frames per second': frameTimes.length / seconds,
      'longest frame, ms': Math.max(...frameTimes),
      'layouts per second': ((await countLayouts()) - layoutsBefore) / seconds,
    }
  } finally {
    await page.close()
  }
}

/** Runs in the page. */
function recordFrames() {
  const frameTimes: number[] = []
  Object.assign(window, { frameTimes })
  let last = performance.now()
  const record = (now: number) => {
    frameTimes.push(now - last)
    last = now
    requestAnimationFrame(record)
  }
  requestAnimationFrame(record)
}
