import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The URL of a content variant. It is built at the first request. */
export function siteOf(variant = 'shipped'): string {
  return JSON.parse(process.env.SITES ?? '{}')[variant]
}

/** Every test fails on a console error or warning, and on a request to another site. */
export const test = base.extend<{ quiet: undefined; allowed: RegExp }>({
  allowed: [/^$/, { option: true }],
  quiet: [
    async ({ context, allowed }, use) => {
      const faults: string[] = []
      const record = (fault: string) => allowed.test(fault) || faults.push(fault)
      context.on('console', (message) => {
        const { url } = message.location()
        if (['error', 'warning'].includes(message.type())) record(`${message.text()} ${url}`)
      })
      context.on('weberror', (error) => record(String(error.error())))
      context.on('request', (request) => {
        const isOwn = /^(http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(request.url())
        if (!isOwn) record(`A request left the site: ${request.url()}`)
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page and waits until React has hydrated its islands. */
export async function open(page: Page, variant?: string, path = '/') {
  await page.goto(siteOf(variant) + path)
  await hydrated(page)
}

/**
 * Matches the page once its styles are applied and every island that hydrates on load is hydrated. The contact form
 * hydrates when it is nearly in view.
 */
export const HYDRATED =
  'html:has(header [data-hydrated])' +
  ':not(:has(link[rel="late"], link[media="print"]))' +
  ':not(:has([data-island]:not([data-island="contactForm"], [data-hydrated])))'

/** The contact form, once it is hydrated. */
export const HYDRATED_FORM = '[data-island="contactForm"][data-hydrated]'

export async function hydrated(page: Page) {
  // A locator evaluates `:has()` with a script, which takes longer than the browser.
  const isHydrated = (selector: string) => document.documentElement.matches(selector)
  try {
    await page.waitForFunction(isHydrated, HYDRATED, { polling: 50, timeout: 60_000 })
  } catch (cause) {
    const state = await page.evaluate(() => ({
      document: `${document.readyState}, ${document.visibilityState}`,
      islands: [...document.querySelectorAll('[data-island]:not([data-hydrated])')].map((island) =>
        island.parentElement?.outerHTML.slice(0, 300),
      ),
      scripts: performance.getEntriesByType('resource').map(({ name }) => name),
    }))
    throw new Error(`The page did not hydrate: ${JSON.stringify(state, null, 1)}`, { cause })
  }
}

/** Waits until a page that the browser has shown before is at its position. The fonts move it by 60 px at most. */
export async function expectPosition(page: Page, position: number) {
  const away = () => page.evaluate((position) => Math.abs(scrollY - position), position)
  await expect.poll(away).toBeLessThan(100)
}

/** Delays a script until the returned function is called. */
export async function hold(page: Page, script: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  return release
}

/** The visible slides of the gallery and its reported state. Runs in the page of any browser. */
export function readGallery() {
  const row = document.querySelector('#portfolio [role="group"]')?.parentElement
  const slides = [...(row?.children ?? [])]
  const { left = 0, right = 0 } = row?.getBoundingClientRect() ?? {}
  const isSeen = (slide: Element) => {
    const box = slide.getBoundingClientRect()
    return box.left > left - 20 && box.right < right + 20
  }
  const [previous, next] = document.querySelectorAll<HTMLButtonElement>(
    '#portfolio-carousel button',
  )
  const counter = document.querySelector('#portfolio span[dir=auto]')
  const isShown = counter && getComputedStyle(counter).visibility === 'visible'
  const numbers = (is: (slide: Element) => boolean) =>
    slides.flatMap((slide, index) => (is(slide) ? [index + 1] : [])).join(' ')
  return {
    seen: numbers(isSeen),
    // Without the marks of a label in English on a page in another language.
    counter: isShown ? counter.textContent.replace(/[\u2066\u2069]/g, '') : undefined,
    previous: previous?.ariaDisabled === 'false',
    next: next?.ariaDisabled === 'false',
  }
}

/** The expected state of a gallery at slide `first`, with `shown` slides in view. That of our site has six. */
export function galleryAt(first: number, shown: 1 | 3, slides = 6, of = 'of') {
  const last = first + shown - 1
  const numbers = Array.from({ length: shown }, (_, step) => first + step).join(' ')
  return {
    seen: numbers,
    counter: shown === 1 ? `${first} ${of} ${slides}` : `${first}–${last} ${of} ${slides}`,
    previous: first > 1,
    next: last < slides,
  }
}

/** Expects that buttons and counter agree with the slides in view, wherever the browser has restored the row. */
export function expectAgreement(
  read: () => Promise<ReturnType<typeof readGallery>>,
  shown: 1 | 3,
): Promise<void> {
  return expect(async () => {
    const gallery = await read()
    expect(gallery).toEqual(galleryAt(Number(gallery.seen[0]), shown))
  }).toPass({ timeout: 20_000 })
}

/** Scrolls the row to a slide without the buttons. Runs in the page. */
export function scrollGallery(toSlide: number) {
  const row = document.querySelector('#portfolio [role="group"]')?.parentElement
  const slide = row?.children[toSlide - 1]
  if (!(row && slide instanceof HTMLElement)) throw new Error('There is no such slide yet.')
  row.scrollIntoView({ block: 'center', behavior: 'instant' })
  const [first] = row.children
  const start = first instanceof HTMLElement ? first.offsetLeft : 0
  row.scrollTo({ left: slide.offsetLeft - start, behavior: 'instant' })
}

/** Matches the late styles when they are applied. */
export const STYLED = 'link[rel~="stylesheet"][media="all"]'

/** Opens a page, scrolls its row before the scripts load, then lets them load. */
export async function moveEarly(page: Page, url: string, toSlide: number) {
  const release = await hold(page, /assets\/client/)
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.locator(STYLED)).toBeAttached()
  await page.evaluate(scrollGallery, toSlide)
  release()
  await hydrated(page)
}

/**
 * Finds unreadable text: overlapping, outside of the viewport, or clipped without scrolling or an
 * ellipsis.
 */
export function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOUCH = 4
    /**
     * The share of a line box above and below its letters. With a tight line-height, boxes overlap there, and
     * the box of a large heading overlaps that of small text beside it by more than the small text's height.
     */
    const LEADING = 0.2
    const APART = '[data-visually-hidden], form [aria-hidden] label, a[href="#main"]'
    const clipping = new Map<Element, Element[]>()

    const pieces = listTexts().flatMap(({ text, parent, boxes }) =>
      boxes.map((box) => ({ text, parent, box })),
    )
    const found = new Set<string>()
    for (const { text, parent, box } of pieces) {
      if (box.left < -1 || box.right > innerWidth + 1) found.add(`out of the window: ${text}`)
      if (clippingAncestors(parent).some((outer) => isClipped(box, outer)))
        found.add(`cut off: ${text}`)
    }
    pieces.sort((one, other) => one.box.top - other.box.top)
    for (const [place, { text, parent, box }] of pieces.entries()) {
      for (const other of pieces.slice(place + 1)) {
        const height = Math.min(box.bottom, other.box.bottom) - other.box.top
        if (height < 0) break
        const isTight = height < LEADING * (box.height + other.box.height)
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const isApart = other.parent === parent || isTight || width <= TOUCH
        if (!isApart) found.add(`upon each other: ${text} | ${other.text}`)
      }
    }
    return [...found]

    function listTexts() {
      const texts: { text: string; parent: Element; boxes: DOMRect[] }[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { currentNode: node } = walker
        const { parentElement: parent } = node
        const text = node.textContent?.trim()
        if (!(text && parent && isShown(parent))) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
        texts.push({ text: text.slice(0, 30), parent, boxes })
      }
      return texts
    }
    function isShown(element: Element): boolean {
      if (element.closest(APART) || getComputedStyle(element).textOverflow === 'ellipsis')
        return false
      // The row of the gallery scrolls: its other slides are out of view.
      const slide = element.closest('[role="group"]')
      const row = slide?.parentElement?.getBoundingClientRect()
      if (slide && row) {
        const { left, right } = slide.getBoundingClientRect()
        // The edge of the next one shows on a phone.
        if (left >= row.right - 32 || right <= row.left + 32) return false
      }
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    /** The ancestors of an element that clip their overflow. */
    function clippingAncestors(element: Element): Element[] {
      const known = clipping.get(element)
      if (known) return known
      const outer = element.parentElement ? clippingAncestors(element.parentElement) : []
      const own = /hidden|clip/.test(getComputedStyle(element).overflow) ? [element] : []
      clipping.set(element, [...own, ...outer])
      return [...own, ...outer]
    }
    function isClipped(box: DOMRect, outer: Element): boolean {
      const edge = outer.getBoundingClientRect()
      const isWide = box.left < edge.left - 1 || box.right > edge.right + 1
      return isWide || box.bottom > edge.bottom + TOUCH
    }
  })
}

/**
 * The violations that axe finds in the whole page, or in the parts that a test has changed:
 * accessibility.spec.ts scans the page around them.
 */
export async function findViolations(page: Page, ...parts: string[]) {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  for (const part of parts) axe.include(part)
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
}

/** The horizontal overflow of the page, in pixels. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** Records the announcements of all live regions, from the start of the page load. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const announcements: string[] = []
    const before = new WeakMap<Element, string>()
    Object.assign(window, { announcements })
    const recordChanges = () => {
      for (const region of document.querySelectorAll<HTMLElement>(
        '[aria-live], [role="status"], [role="alert"], [role="log"]',
      )) {
        // biome-ignore lint/performance/useDomNodeTextContent: what is not rendered is not announced
        const text = region.checkVisibility() ? region.innerText.replace(/\s+/g, ' ').trim() : ''
        if (text && text !== before.get(region)) announcements.push(text)
        before.set(region, text)
      }
    }
    const changes = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(recordChanges).observe(document, changes)
  })
  return () => page.evaluate(() => Reflect.get(window, 'announcements'))
}

/** Records the layout shifts of every page that opens from now on. */
export async function recordLayoutShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(entry.toJSON())
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}
