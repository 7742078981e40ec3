import { type Browser, launchBrowser, type Page } from './browser.ts'
import { interleave, RUNS, type Sample, tableOf, writeFigure } from './figures.ts'
import { SLOWER, slowProcessor } from './slow-visitor.ts'

// How long after a touch the page shows its answer, on a processor four times slower.

/** The browser tells of nothing that took less, and rounds to eight milliseconds. */
const SHORTEST_MS = 16
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

type Step = { viewport: typeof PHONE; act: (page: Page) => Promise<void> }

const press = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name }).click()

export const STEPS: Record<string, Step> = {
  menu: { viewport: PHONE, act: press('Menu') },
  'next project': { viewport: DESKTOP, act: press('Next project') },
  'switch of theme': { viewport: DESKTOP, act: press(/theme$/) },
  'pause of the typed line': { viewport: DESKTOP, act: press(/typed line/) },
  'a letter typed': {
    viewport: DESKTOP,
    act: (page) => page.getByLabel('Name').pressSequentially('A'),
  },
  dropdown: {
    viewport: DESKTOP,
    act: async (page) => {
      await page.locator('#contact form').hover()
      await page.locator('[aria-haspopup="listbox"]').click()
    },
  },
  'send, with faults': { viewport: DESKTOP, act: press(/^Send/) },
}

/** Each step after React has come, and as the very first touch, which brings it. */
export async function measureInteractions(url: string): Promise<string> {
  const browser = await launchBrowser()
  try {
    const setups = Object.entries(STEPS).map(([name, step]) => [
      name,
      async () => ({
        'after React has come, ms': await measureStep(browser, url, step, true),
        'as the first touch, ms': await measureStep(browser, url, step, false),
      }),
    ])
    const figures = await interleave(
      Object.fromEntries(setups) as Record<string, () => Promise<Sample>>,
    )
    const rows = Object.entries(figures).map(([name, sample]) => [
      name,
      Object.fromEntries(Object.entries(sample).map(([of, figure]) => [of, writeFigure(figure)])),
    ])
    return `Longest of ${RUNS} runs of each, processor ${SLOWER} times slower, at most 50 ms:\n\n${tableOf(Object.fromEntries(rows))}`
  } finally {
    await browser.close()
  }
}

/** The longest time from an input to the next picture on the screen, in one visit. */
export async function measureStep(browser: Browser, url: string, step: Step, isHydrated: boolean) {
  const page = await browser.newPage({ viewport: step.viewport })
  try {
    await slowProcessor(page)
    await page.addInitScript(watchInputs, SHORTEST_MS)
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    if (isHydrated) {
      await page.getByRole('button', { name: /Switch to/ }).waitFor()
      await page.waitForTimeout(500)
    }
    await step.act(page)
    await page.waitForTimeout(700)
    return await page.evaluate((shortest) => {
      const inputs: number[] = Reflect.get(window, 'inputs')
      return Math.max(shortest, ...inputs)
    }, SHORTEST_MS)
  } finally {
    await page.close()
  }
}

function watchInputs(shortest: number) {
  const inputs: number[] = []
  Object.assign(window, { inputs })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId) inputs.push(entry.duration)
    }
  })
  observer.observe({ type: 'event', durationThreshold: shortest, buffered: true } as never)
}
