import { type Browser, type Locator, launchBrowser, type Page } from './browser.ts'
import { interleave, RUNS, tableOfFigures } from './figures.ts'
import { SLOWER, slowProcessor } from './slow-visitor.ts'

// How long after a touch the page shows its answer, on a processor four times slower.

/** The browser tells of nothing that took less, and rounds to eight milliseconds. */
const SHORTEST_MS = 16
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

/** How long a finger rests on what it presses. */
const PRESS_MS = 80
/** How long until nothing of what was before is still going on. */
const STILL_MS = 700
/** What any press costs here: a button that changes its word, and nothing else on the page. */
const NOTHING =
  '<!doctype html><button onclick="this.firstChild.data=Date.now()">Switch to this</button>'

type Step = {
  viewport: typeof PHONE
  find: (page: Page) => Locator
  /** Typed into what was found; without it, what was found is pressed. */
  key?: string
}

const button = (name: RegExp | string) => (page: Page) => page.getByRole('button', { name })

export const STEPS: Record<string, Step> = {
  menu: { viewport: PHONE, find: button('Menu') },
  'next project': { viewport: DESKTOP, find: button('Next project') },
  'switch of theme': { viewport: DESKTOP, find: button(/theme$/) },
  'pause of the typed line': { viewport: DESKTOP, find: button(/typed line/) },
  'a letter typed': { viewport: DESKTOP, find: (page) => page.getByLabel('Name'), key: 'A' },
  dropdown: { viewport: DESKTOP, find: (page) => page.getByRole('combobox') },
  'send, with faults': { viewport: DESKTOP, find: button(/^Send/) },
}

/** Each step after React has come, and as the very first touch, which brings it. */
export async function measureInteractions(url: string): Promise<string> {
  const browser = await launchBrowser()
  const nothing = { viewport: DESKTOP, find: button('Switch') }
  try {
    const both = (address: string, step: Step) => async () => ({
      'after React has come, ms': await measureStep(browser, address, step, true),
      'as the first touch, ms': await measureStep(browser, address, step, false),
    })
    const setups = Object.entries(STEPS).map(([name, step]) => [name, both(url, step)] as const)
    const figures = await interleave(
      Object.fromEntries([
        ['a button of an empty page', both(`data:text/html,${NOTHING}`, nothing)],
        ...setups,
      ]),
    )
    return `Medians of ${RUNS} runs of each, processor ${SLOWER} times slower, at most 50 ms:\n\n${tableOfFigures(figures)}`
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
      await goTo(page, step)
    }
    await (step.key ? step.find(page).press(step.key, { delay: PRESS_MS }) : press(page, step))
    await page.waitForTimeout(STILL_MS)
    return await page.evaluate((shortest) => {
      const inputs: number[] = Reflect.get(window, 'inputs')
      return Math.max(shortest, ...inputs)
    }, SHORTEST_MS)
  } finally {
    await page.close()
  }
}

/** As a visitor does, who looks before pressing. */
async function goTo(page: Page, step: Step) {
  await step.find(page).scrollIntoViewIfNeeded()
  await page.waitForTimeout(STILL_MS)
  await (step.key ? step.find(page).focus() : step.find(page).hover())
  await page.waitForTimeout(STILL_MS)
}

/** By the mouse alone: what finds and checks an element on the way would be measured with it. */
async function press(page: Page, step: Step) {
  const target = step.find(page)
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('What is to be pressed is not on the page.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
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
