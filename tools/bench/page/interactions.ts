import { setTimeout as rest } from 'node:timers/promises'
import { interleave, RUNS, tableOfFigures } from './figures.ts'
import { SLOWER } from './slow-visitor.ts'
import { type Size, type Visit, visitUnwatched } from './uninstrumented-browser.ts'

// How long after a touch the page shows its answer, on a processor four times slower.

/** The browser tells of nothing that took less, and rounds to eight milliseconds. */
const SHORTEST_MS = 16
const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

/** How long a finger rests on what it presses. */
const PRESS_MS = 80
/** How long until nothing of what was before is still going on. */
const STILL_MS = 700
/** What any press costs here: a control that changes its word or opens, and nothing else on the page. */
const NOTHING =
  '<!doctype html><button onclick="this.firstChild.data=Date.now()">Press</button><select><option>One</select>'

type Step = {
  viewport: Size
  selector: string
  /** Typed into what was found; without it, what was found is pressed. */
  key?: string
}

export const STEPS = {
  menu: { viewport: PHONE, selector: 'header button[aria-controls]' },
  'next project': { viewport: DESKTOP, selector: 'button[aria-label="Next project"]' },
  'theme switch': { viewport: DESKTOP, selector: 'button[aria-label$=" theme"]' },
  'pause of the typewriter': { viewport: DESKTOP, selector: 'button[aria-label$="typed line"]' },
  'typing a letter': { viewport: DESKTOP, selector: 'input[autocomplete=name]', key: 'A' },
  dropdown: { viewport: DESKTOP, selector: 'form :is(select, [role=combobox])' },
  'send with invalid fields': { viewport: DESKTOP, selector: 'form [type=submit]' },
} satisfies Record<string, Step>

/** Each step after React has come, and as the very first touch, which brings it. */
export async function measureInteractions(url: string): Promise<string> {
  const both = (address: string, step: Step) => async () => ({
    'hydrated, ms': await measureStep(address, step, true),
    'as the first input, ms': await measureStep(address, step, false),
  })
  const empty = `data:text/html,${NOTHING}`
  const figures = await interleave({
    'a button of an empty page': both(empty, { viewport: DESKTOP, selector: 'button' }),
    'a dropdown of an empty page': both(empty, { viewport: DESKTOP, selector: 'select' }),
    ...Object.fromEntries(Object.entries(STEPS).map(([name, step]) => [name, both(url, step)])),
  })
  return `Input latency, medians of ${RUNS} runs, CPU slowed ${SLOWER} times, limit 50 ms:\n\n${tableOfFigures(figures)}`
}

/** The longest time from an input to the next picture on the screen, in one visit. */
export function measureStep(url: string, step: Step, isHydrated: boolean): Promise<number> {
  return visitUnwatched(step.viewport, async (page) => {
    await page.goTo(url)
    await page.ask(watchInputs, SHORTEST_MS)
    await page.ask(painted)
    if (isHydrated) {
      await page.ask(answers)
      await hover(page, step.selector)
      await rest(STILL_MS)
    }
    await (step.key ? type(page, step.selector, step.key) : press(page, step.selector))
    await rest(STILL_MS)
    return page.ask(longestInput, SHORTEST_MS)
  })
}

async function press(page: Visit, selector: string) {
  const place = await hover(page, selector)
  await page.press(...place)
  await rest(PRESS_MS)
  await page.release(...place)
}

async function type(page: Visit, selector: string, key: string) {
  await page.ask((found) => document.querySelector<HTMLElement>(found)?.focus(), selector)
  await page.keyDown(key)
  await rest(PRESS_MS)
  await page.keyUp(key)
}

/** As a visitor does, who looks before pressing. */
async function hover(page: Visit, selector: string): Promise<[number, number]> {
  const place = await page.ask(bringIntoView, selector)
  await page.move(...place)
  return place
}

// What follows runs in the page.

function bringIntoView(selector: string): [number, number] {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`What is to be pressed is not on the page: ${selector}`)
  const isSeen = (at: DOMRect) => at.top >= 0 && at.bottom <= innerHeight
  if (!isSeen(found.getBoundingClientRect())) found.scrollIntoView({ block: 'center' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
  })
}

/** The hint of the button for the theme is the first thing that React changes. */
function answers(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const button = document.querySelector<HTMLElement>('button[aria-label$=" theme"]')
      if (!button || button.title.startsWith('Switch to')) resolve()
      else setTimeout(look, 50)
    }
    look()
  })
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

function longestInput(shortest: number): number {
  const inputs: number[] = Reflect.get(window, 'inputs')
  return Math.max(shortest, ...inputs)
}
