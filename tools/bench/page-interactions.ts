import { setTimeout as sleep } from 'node:timers/promises'
import { findChromium } from '../programs.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { type Effort, figuresTable, interleave, RUNS } from './figures.ts'
import { CHROMIUM_FLAGS, CPU_SLOWDOWN } from './page-browser.ts'

// Input latency: from an input to the next frame, on a slowed CPU.

/** Browsers report no shorter event, and round to 8 ms. */
const MIN_MS = 16
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

/** From pointerdown to pointerup. */
const PRESS_MS = 80
/** After this time, effects of earlier input are over. */
const SETTLE_MS = 700
/** The minimum latency on this machine: one control that changes its text or opens. */
const EMPTY_PAGE =
  '<!doctype html><button onclick="this.firstChild.data=Date.now()">Press</button><select><option>One</select>'

type Step = {
  viewport: Viewport
  selector: string
  /** A key to type into the element. Without it, the element is clicked. */
  key?: string
}

export const STEPS = {
  menu: { viewport: PHONE, selector: 'header button[aria-controls]' },
  'next project': { viewport: DESKTOP, selector: 'button[aria-label="Next project"]' },
  'choice of the theme': { viewport: DESKTOP, selector: 'header select', key: 'D' },
  'pause of the typewriter': { viewport: DESKTOP, selector: 'button[aria-label$="typed line"]' },
  'typing a letter': { viewport: DESKTOP, selector: 'input[autocomplete=name]', key: 'A' },
  dropdown: { viewport: DESKTOP, selector: 'form :is(select, [role=combobox])' },
  'send with invalid fields': { viewport: DESKTOP, selector: 'form [type=submit]' },
} satisfies Record<string, Step>

/** Measures each step on the hydrated page, and as the first input, which starts hydration. */
export async function measureInteractions(effort: Effort, url: string): Promise<string> {
  const both = (address: string, step: Step) => async () => ({
    'hydrated, ms': await measureStep(address, step, true),
    'as the first input, ms': await measureStep(address, step, false),
  })
  const empty = `data:text/html,${EMPTY_PAGE}`
  const figures = await interleave(RUNS[effort], {
    'a button of an empty page': both(empty, { viewport: DESKTOP, selector: 'button' }),
    'a dropdown of an empty page': both(empty, { viewport: DESKTOP, selector: 'select' }),
    ...Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, both(url, step)])),
  })
  return `Input latency, CPU slowed ${CPU_SLOWDOWN} times, limit 50 ms:\n\n${figuresTable(figures)}`
}

/** The highest latency of the events of one step, in a new browser. */
export function measureStep(url: string, step: Step, isHydrated: boolean): Promise<number> {
  return withInputBrowser(step.viewport, async (page) => {
    await page.goTo(url)
    await page.evaluate(observeEvents, MIN_MS)
    await page.evaluate(untilPainted)
    await page.evaluate(untilPresent, step.selector)
    if (isHydrated) {
      await page.evaluate(untilHydrated)
      await hover(page, step.selector)
      await sleep(SETTLE_MS)
    }
    await (step.key ? type(page, step.selector, step.key) : click(page, step.selector))
    await sleep(SETTLE_MS)
    return page.evaluate(maxLatency, MIN_MS)
  })
}

async function click(page: InputPage, selector: string) {
  const point = await hover(page, selector)
  await page.press(...point)
  await sleep(PRESS_MS)
  await page.release(...point)
}

async function type(page: InputPage, selector: string, key: string) {
  await page.evaluate((found) => document.querySelector<HTMLElement>(found)?.focus(), selector)
  await page.keyDown(key)
  await sleep(PRESS_MS)
  await page.keyUp(key)
}

/** Moves the pointer over the element first, as a visitor does. */
async function hover(page: InputPage, selector: string): Promise<[number, number]> {
  const point = await page.evaluate(scrollIntoView, selector)
  await page.move(...point)
  return point
}

// The following functions run in the page.

function scrollIntoView(selector: string): [number, number] {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`The page no longer has ${selector}`)
  const { top, bottom } = element.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}

function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })
}

/** The first paint may show a part of the page. */
function untilPresent(selector: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = performance.now() + 10_000
    const check = () => {
      if (document.querySelector(selector)) resolve()
      else if (performance.now() > deadline) reject(new Error(`The page has no ${selector}`))
      else setTimeout(check, 10)
    }
    check()
  })
}

function untilHydrated(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      const island = document.querySelector('header [data-island="navigation"]')
      if (!island || island.hasAttribute('data-hydrated')) resolve()
      else setTimeout(check, 50)
    }
    check()
  })
}

function observeEvents(minimum: number) {
  const latencies: number[] = []
  Object.assign(window, { latencies })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId) latencies.push(entry.duration)
    }
  })
  observer.observe({ type: 'event', durationThreshold: minimum, buffered: true } as never)
}

function maxLatency(minimum: number): number {
  const latencies: number[] = Reflect.get(window, 'latencies')
  return Math.max(minimum, ...latencies)
}

// The DevTools Protocol itself. Playwright and Puppeteer enable the Runtime domain, and V8 then parses each
// script again that creates an error object (decision 37).

type Viewport = { width: number; height: number }
type InputPage = Awaited<ReturnType<typeof openPage>>

/** Starts a browser with a new profile for one visit. */
async function withInputBrowser<Result>(
  viewport: Viewport,
  visit: (page: InputPage) => Promise<Result>,
): Promise<Result> {
  // The window has the size of the page: an event counts until the next frame, and a change outside
  // the window causes none.
  const size = `--window-size=${viewport.width},${viewport.height}`
  const browser = await startChromium(findChromium(), [...CHROMIUM_FLAGS, size])
  try {
    return await visit(await openPage(browser, viewport))
  } finally {
    await browser.close()
  }
}

async function openPage({ call }: Chromium, viewport: Viewport) {
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  const send = (method: string, params: object) => call(method, params, String(sessionId))
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', metrics)
  await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await send('Emulation.setFocusEmulationEnabled', { enabled: true })
  const mouse = (type: string, x: number, y: number) => {
    const button = type === 'mouseMoved' ? {} : { button: 'left', buttons: 1, clickCount: 1 }
    return send('Input.dispatchMouseEvent', { type, x, y, ...button })
  }
  return {
    /** Resolves when the response begins to arrive. */
    goTo: (url: string) => send('Page.navigate', { url }),
    move: (x: number, y: number) => mouse('mouseMoved', x, y),
    press: (x: number, y: number) => mouse('mousePressed', x, y),
    release: (x: number, y: number) => mouse('mouseReleased', x, y),
    keyDown: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
    keyUp: (key: string) => send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
    /** Calls a function in the page and awaits its result. */
    evaluate: async <Argument, Result>(
      call: (argument: Argument) => Result,
      argument?: Argument,
    ) => {
      const expression = `(${call})(${JSON.stringify(argument)})`
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options)
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
      return (result as { value: Awaited<Result> }).value
    },
  }
}
