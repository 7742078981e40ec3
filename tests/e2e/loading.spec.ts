import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { builtSite } from '../fixtures/sites.ts'
import {
  expect,
  expectPosition,
  hold,
  hydrated,
  open,
  recordLayoutShifts,
  siteOf,
  test,
} from './site.ts'

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('the menu closes on a link, a press beside it and its button, and reopens on the first click', async ({
    page,
  }) => {
    await page.goto(siteOf())
    const menu = page.getByRole('navigation')
    const open = page.getByRole('button', { name: 'Menu' })
    for (const [name, heading] of [
      ['Resume', 'Summary'],
      ['About', 'About'],
    ] as const) {
      await open.click()
      await menu.getByRole('link', { name }).click()
      await expect(menu).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`))
      // Below the header, after the browser has scrolled.
      const target = page.getByRole('heading', { name: heading, exact: true })
      await expect
        .poll(async () => Math.round(((await target.boundingBox())?.y ?? 0) / 100))
        .toBe(1)
    }
    // Playwright waits until nothing covers the button, which a press passes through.
    const { x = 0, y = 0 } = (await open.boundingBox()) ?? {}
    const press = () => page.mouse.click(x + 20, y + 20)
    for (const _ of [1, 2]) {
      await press()
      await expect(menu).toBeVisible()
      await press()
      await expect(menu).toBeHidden()
    }
    await press()
    await page.mouse.click(180, 700)
    await expect(menu).toBeHidden()
  })

  test('all content is readable, the gallery scrolls, and no script-only button is visible', async ({
    page,
  }) => {
    await page.goto(siteOf())
    for (const text of ['based in Poland', '50+', 'SEO Optimization', 'Choir Library', 'Svelte']) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
    const last = page.getByRole('link', { name: /Live Demo Choir Library/ })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    await expect(page.getByRole('button', { name: /project|theme|typed/i })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Resume' }).first().click()
    expect((await download).suggestedFilename()).toBe('RewardResume.pdf')
  })
})

const WINDOWS = [
  [320, 640],
  [768, 1024],
  [1280, 800],
  [2560, 1400],
] as const

test('no layout shift while the page loads, even if the font is late', async ({ page }) => {
  // The letters of the typed line stand elsewhere in the other font: a score of 0.0003 to 0.002, by its length.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const shifts = await recordLayoutShifts(page)
  await page.route(/woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    const moved: { value: number }[] = await shifts()
    const layoutShift = moved.reduce((sum, { value }) => sum + value, 0)
    // A remark after a title moves with the width of the title. The limit is half of the smallest score that tools report.
    expect(layoutShift, `${width} by ${height}: ${JSON.stringify(moved)}`).toBeLessThan(0.0005)
  }
})

for (const [where, text] of [
  ['in the header', 'title="Theme"'],
  ['in the first view', 'based in Poland'],
] as const) {
  test(`no layout shift while the HTML streams in and pauses ${where}`, async ({ page }) => {
    const shifts = await recordLayoutShifts(page)
    // The test above has the shifts of fonts.
    await hold(page, /woff2/)
    const server = createServer(pausingBefore(text)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    await hydrated(page)
    expect(await shifts()).toEqual([])
    server.close()
  })
}

/** Sends the HTML before the text, and the rest 700 ms later. */
function pausingBefore(text: string) {
  return async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const path = url === '/' ? '/index.html' : url
    const body = readFileSync(join(await builtSite('shipped'), path))
    const pause = path === '/index.html' ? body.indexOf(text) : 0
    response.writeHead(200, { 'content-type': MEDIA_TYPES[extname(path)] ?? '' })
    response.write(body.subarray(0, pause))
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, 700))
    response.end(body.subarray(pause))
  }
}

for (const [variant, width] of [
  ['shipped', 360],
  ['pictures', 1280],
] as const) {
  test(`the picture of the first screen is preloaded, and loaded once: ${variant}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, variant)
    const picture = page.getByRole('region', { name: 'Selected work' }).locator('img:visible')
    await expect(picture).toHaveJSProperty('complete', true)
    const initiators = await picture.evaluate((image: HTMLImageElement) => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const preloaded = files.filter(
        ({ initiatorType, name }) => initiatorType === 'link' && !name.endsWith('.css'),
      )
      const loaded = files.filter(({ name }) => name === image.currentSrc)
      return { preloaded: preloaded.length, loaded: loaded.map((file) => file.initiatorType) }
    })
    expect(initiators).toEqual({ preloaded: 1, loaded: ['link'] })
  })
}

test('no file blocks the first paint', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await open(page)
  const requested = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, renderBlockingStatus } = entry as PerformanceResourceTiming & Blocking
      return { name, renderBlockingStatus }
    }),
  )
  expect(requested.length).toBeGreaterThan(5)
  const blocking = requested.filter((file) => file.renderBlockingStatus !== 'non-blocking')
  expect(blocking).toEqual([])
})

test('what the first paint does not need is requested after it', async ({ page }) => {
  // The frame of the first paint is prepared some milliseconds before it is on the screen.
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await open(page)
  const { files, early } = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
    const loaded = performance.getEntriesByType('resource')
    const files = loaded.filter(({ name }) => /\.(js|css)$/.test(name))
    const early = files.filter(({ startTime }) => startTime < paint)
    return { files: files.length, early: early.map(({ name }) => name) }
  })
  expect(files).toBeGreaterThan(5)
  expect(early).toEqual([])
})

test('a page that cannot see its first paint loads the rest all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PerformanceObserver')
  })
  await open(page)
})

/** Chromium only. */
type Blocking = { renderBlockingStatus: 'blocking' | 'non-blocking' }

test('a reload keeps the scroll position', async ({ page }) => {
  await open(page)
  await page.evaluate(() => window.scrollTo(0, 3000))
  await page.reload()
  await hydrated(page)
  await expectPosition(page, 3000)
})
