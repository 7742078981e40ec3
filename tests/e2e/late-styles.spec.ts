import type { Page } from '@playwright/test'
import { expect, test } from './contact.ts'
import { hold, hydrated, open, STYLED } from './site.ts'

// The home page has the styles of its first screen. Those below it come in a file, after the first paint.

const STYLES = /late\.[\w-]+\.css/
const WINDOWS = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const

/** Opens the page while its late styles are held, and returns what releases and applies them. */
async function openUnstyled(page: Page, url: string): Promise<() => Promise<void>> {
  // Fonts come later, and move letters.
  await hold(page, /woff2/)
  const release = await hold(page, STYLES)
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.locator('link[rel~="stylesheet"][media="print"]')).toBeAttached()
  return async () => {
    release()
    await expect(page.locator(STYLED)).toBeAttached()
  }
}

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top))

test('nothing in the first screen moves or changes when its late styles and scripts come', async ({
  page,
  gateway,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    const releaseScripts = await hold(page, /\.js/)
    const apply = await openUnstyled(page, gateway.url)
    await page.waitForLoadState('domcontentloaded')
    const shown = () =>
      page
        .locator('header, header *, main > :first-child, main > :first-child *')
        .evaluateAll((elements) =>
          elements.flatMap((element) => {
            const { x, y, width, height } = element.getBoundingClientRect()
            const isShown = element.checkVisibility({
              opacityProperty: true,
              visibilityProperty: true,
            })
            const place = [x, y, width, height].join(' ')
            return isShown && y < innerHeight ? `${element.tagName} ${place}` : []
          }),
        )
    const before = await shown()
    expect(before.length).toBeGreaterThan(50)
    releaseScripts()
    await apply()
    await hydrated(page)
    expect(await shown(), `${width} px`).toEqual(before)
    await page.unrouteAll()
  }
})

test('the menu opens below the header before the late styles are loaded', async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const apply = await openUnstyled(page, gateway.url)
  await page.getByRole('button', { name: 'Menu' }).click()
  const link = page.getByRole('navigation').getByRole('link', { name: 'About' })
  const place = () => link.boundingBox()
  await expect.poll(async () => (await place())?.y).toBe(64 + 8)
  const before = await place()
  await apply()
  expect(await place()).toEqual(before)
})

test('a visitor at /#contact still sees the contact section', async ({ page, gateway }) => {
  const apply = await openUnstyled(page, `${gateway.url}/#contact`)
  await expect(page.locator('#contact')).toBeInViewport()
  const before = await topOf(page, '#contact')
  await apply()
  expect(Math.abs((await topOf(page, '#contact')) - before)).toBeLessThanOrEqual(1)
})

test('a visitor who has scrolled still sees the same element', async ({ page, gateway }) => {
  const apply = await openUnstyled(page, gateway.url)
  const heading = '#resume h4 >> nth=0'
  await page.locator(heading).evaluate((element) => {
    const { top } = element.getBoundingClientRect()
    // The first line of the last two thirds of the window goes through it.
    scrollTo({ top: scrollY + top - innerHeight / 3 + 10, behavior: 'instant' })
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  const before = await topOf(page, heading)
  await apply()
  expect(Math.abs((await topOf(page, heading)) - before)).toBeLessThanOrEqual(1)
})

test('what grows above before the styles come does not move a position that the browser has restored', async ({
  page,
  gateway,
}) => {
  await openUnstyled(page, gateway.url)
  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }))
  await page.reload({ waitUntil: 'domcontentloaded' })
  const position = () => page.evaluate(() => scrollY)
  await expect.poll(position).toBe(3000)
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('#about')?.style.setProperty('height', '4000px')
    for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
  })
  expect(await position()).toBe(3000)
})

test.describe('without the late styles', () => {
  test.use({ allowed: /Failed to load resource/ })

  test('all texts are readable', async ({ page, gateway }) => {
    await page.route(STYLES, (route) => route.abort())
    await page.goto(gateway.url)
    for (const text of ['50+', 'SEO Optimization', 'Choir Library', 'Brightline Studio']) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
  })
})

test.describe('without the script that applies the late styles', () => {
  test.use({ allowed: /Failed to load resource/ })

  test('they are applied', async ({ page, gateway }) => {
    await page.route(/late\.[\w-]+\.js/, (route) => route.abort())
    await page.goto(gateway.url)
    await expect(page.locator(STYLED)).toBeAttached()
    await expect(page.locator('#contact')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the late styles and the fonts are loaded with the page', async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await expect(page.getByText('SEO Optimization').first()).toBeVisible()
    await expect(page.locator('#contact')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(page.locator('body')).toHaveCSS('font-family', /^"Instrument Sans"/)
  })
})

test('what is below the first screen can be found and printed before its styles are loaded', async ({
  page,
  gateway,
}) => {
  await openUnstyled(page, gateway.url)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Brightline Studio').first()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  expect(await page.evaluate(() => Reflect.get(window, 'find').call(window, 'Brightline'))).toBe(
    true,
  )
})

test('the fonts are requested after the page has loaded', async ({ page }) => {
  await open(page)
  const { first, loaded } = await page.evaluate(async () => {
    await document.fonts.ready
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => /woff2/.test(name))
    const [navigation] = performance.getEntriesByType('navigation')
    return {
      first: Math.min(...fonts.map(({ startTime }) => startTime)),
      loaded: (navigation as PerformanceNavigationTiming).loadEventStart,
    }
  })
  expect(first).toBeGreaterThanOrEqual(loaded)
})
