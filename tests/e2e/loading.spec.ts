import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { MEDIA_TYPES } from '../../src/artifacts/media-types.ts'
import { expect, folderOf, hydrated, open, siteOf, test } from './site.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('everything is readable, the menu opens, anchors work', async ({ page }) => {
    await page.goto(siteOf())
    for (const text of ['based in Poland', '50+', 'SEO Optimization', 'Choir Library', 'Svelte']) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Resume' }).click()
    await expect(page).toHaveURL(/#resume$/)
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeInViewport()
  })

  test('the gallery scrolls, the resume downloads, and no dead button is shown', async ({
    page,
  }) => {
    await page.goto(siteOf())
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
  [360, 800],
  [768, 1024],
  [1280, 800],
  [1280, 1024],
  [1440, 1110],
  [2560, 1400],
] as const

async function noteShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(entry.toJSON())
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}

test('nothing shifts while the page loads, not even when the font comes late', async ({ page }) => {
  const shifts = await noteShifts(page)
  await page.route(/woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height })
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    expect(await shifts(), `${width} by ${height}`).toEqual([])
  }
})

test('nothing shifts while the page comes in pieces', async ({ page }) => {
  const shifts = await noteShifts(page)
  const server = createServer(answerInPieces).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/`)
  await hydrated(page)
  expect(await shifts()).toEqual([])
  server.close()
})

/** The page first until the middle of what the window shows, and a good while later its rest. */
async function answerInPieces({ url = '/' }: IncomingMessage, response: ServerResponse) {
  const path = url === '/' ? '/index.html' : url
  const body = readFileSync(join(folderOf(), path))
  const half = path === '/index.html' ? body.indexOf('based in Poland') : 0
  response.writeHead(200, { 'content-type': MEDIA_TYPES[extname(path)] })
  response.write(body.subarray(0, half))
  if (half > 0) await new Promise((resolve) => setTimeout(resolve, 700))
  response.end(body.subarray(half))
}

test('before the first picture nothing is asked for but the page', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await open(page)
  const [painted, asked] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => !name.startsWith('data:'))
      .map(({ name, startTime }) => ({ name, startTime })),
  ])
  expect(painted).toBeGreaterThan(0)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter(({ startTime }) => startTime < painted)).toEqual([])
})

test('words are there and the page answers while its fonts never come', async ({ page }) => {
  await page.route(/woff2/, () => {})
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto(siteOf(), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const contact = page.getByRole('heading', { name: 'Contact' })
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
  await contact.scrollIntoViewIfNeeded()
  await expect(contact).toBeInViewport()
  expect(await page.evaluate(() => document.querySelector('form')?.checkVisibility())).toBe(true)
})

test('who goes to a place before the fonts have come gets there, and the fonts come', async ({
  page,
}) => {
  await page.route(/woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await page.goto(siteOf(), { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Leave a message' }).click()
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
  await expect(page.locator('#fonts')).toHaveAttribute('media', 'all')
})

test('what is kept back from the first picture comes by itself, and leaves no mark', async ({
  page,
}) => {
  await open(page)
  const root = page.locator('html')
  await expect(root).not.toHaveAttribute('data-held')
  await expect(page.locator('[data-below]')).toHaveCount(4)
  expect(
    await page
      .locator('[data-below]')
      .evaluateAll((sections) =>
        sections.map((section) => getComputedStyle(section).contentVisibility),
      ),
  ).toEqual(['visible', 'visible', 'visible', 'visible'])
  expect(await page.evaluate(() => document.fonts.check('1em "Instrument Sans"'))).toBe(true)
  await expect(page.locator('link[rel="manifest"]')).toHaveCount(1)
})

test('fonts and sections wait for a finger that rests on the page', async ({ page }) => {
  await page.addInitScript(() => {
    const order: string[] = []
    Object.assign(window, { order })
    addEventListener('DOMContentLoaded', () => {
      dispatchEvent(new PointerEvent('pointerdown'))
      const fonts = new MutationObserver(() => order.push('fonts'))
      fonts.observe(document.querySelector('#fonts') as Node, { attributeFilter: ['media'] })
      const { dataset } = document.documentElement
      const painted = setInterval(() => {
        if (dataset.held !== 'unseen') return
        clearInterval(painted)
        setTimeout(release, 500)
      })
      const release = () => {
        order.push('released')
        dispatchEvent(new PointerEvent('pointerup'))
      }
    })
  })
  await open(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
  expect(await page.evaluate(() => Reflect.get(window, 'order'))).toEqual(['released', 'fonts'])
})

for (const [how, address] of [
  ['to a place', '#contact'],
  ['to words that a search engine found', '#:~:text=within%20two%20working%20days'],
  ['back', ''],
]) {
  test(`who comes ${how} gets the whole page at once`, async ({ page }) => {
    await open(page)
    if (!address) await page.evaluate(() => window.scrollTo(0, 3000))
    await page.addInitScript(() => {
      const marks: (string | undefined)[] = []
      Object.assign(window, { marks })
      new MutationObserver(() => marks.push(document.documentElement.dataset.held)).observe(
        document,
        { subtree: true, attributeFilter: ['data-held'] },
      )
    })
    if (address) await page.goto('about:blank')
    await (address ? page.goto(`${siteOf()}${address}`) : page.reload())
    if (address) await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
    else await expect.poll(() => page.evaluate(() => scrollY)).toBe(3000)
    expect(await page.evaluate(() => Reflect.get(window, 'marks'))).toEqual([])
  })
}
