import type { Page } from '@playwright/test'
import { CLUSTERS } from '../fixtures/variants.ts'
import {
  expect,
  findUnreadable,
  findViolations,
  galleryAt,
  moveEarly,
  open,
  overhang,
  readGallery,
  scrollGallery,
  siteOf,
  test,
} from './site.ts'

// The page of an Arabic person with the largest values: words of 200 letters, 200 projects.

const VARIANT = 'largest'

const arabicAt = (first: number, shown: 1 | 3) => galleryAt(first, shown, 200, 'من')

test('the page is mirrored, and nothing is clipped, hidden or wider than the viewport', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, VARIANT)
  await expect(page.locator('html[dir=rtl][lang=ar]')).toBeAttached()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await findUnreadable(page), `${width} px`).toEqual([])
    expect(await overhang(page), `${width} px`).toBe(0)
    expect(await page.evaluate(() => scrollX)).toBe(0)
    const brand = await middleOf(page, 'header a')
    expect(brand, `${width} px`).toBeGreaterThan(width / 2)
    expect(await middleOf(page, 'header select'), `${width} px`).toBeLessThan(brand)
  }
  // Every section has the same name.
  const violations = await findViolations(page, 'header', '#hero', '#about', '#contact', 'footer')
  expect(violations.filter(({ id }) => id !== 'landmark-unique')).toEqual([])
})

test('the menu shows items of 200 letters, and each scrolls into view', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await open(page, VARIANT)
  await page.getByRole('banner').getByRole('button').first().click()
  const links = page.getByRole('navigation').locator('ul').first().getByRole('link')
  await expect(links.last()).toBeVisible()
  for (const link of await links.all()) {
    await link.scrollIntoViewIfNeeded()
    await expect(link).toBeInViewport()
  }
  expect(await overhang(page)).toBe(0)
})

test('tall letters have room, and skill bars and arrows follow the text direction', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, VARIANT)
  const brand = page.locator('header a span').first()
  const lineRoom = await brand.evaluate((element) => {
    const { lineHeight, fontSize, paddingBlockStart } = getComputedStyle(element)
    const [line = 0, font = 1, padding = 0] = [lineHeight, fontSize, paddingBlockStart].map(
      parseFloat,
    )
    return (line + 2 * padding) / font
  })
  expect(lineRoom).toBeGreaterThan(1.6)
  const { lineHeight, fontSize } = await page
    .locator('h1')
    .evaluate((line) => getComputedStyle(line))
  expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThan(1.3)
  const isMirrored = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).transform === 'matrix(-1, 0, 0, 1, 0, 0)')
  expect(await isMirrored('[data-area="skills"] svg')).toBe(true)
  expect(await isMirrored('#portfolio button svg')).toBe(true)
  expect(await isMirrored('header span[data-js-only] svg')).toBe(false)
})

test('the next button moves forward, and the counter follows', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, VARIANT)
  const expectGallery = (first: number) =>
    expect.poll(() => page.evaluate(readGallery)).toEqual(arabicAt(first, 3))
  await expectGallery(1)
  const [previous, next] = await page.locator('#portfolio button').all()
  await next?.click()
  await next?.click()
  await expectGallery(3)
  await previous?.click()
  await expectGallery(2)
  expect(await next?.evaluate((button) => button.getBoundingClientRect().x)).toBeLessThan(
    (await previous?.evaluate((button) => button.getBoundingClientRect().x)) ?? 0,
  )
  // The whole counter is from right to left, and so is the range in it.
  const counter = page.locator('#portfolio [data-ready]')
  expect(await counter.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
})

test('a gallery scrolled before hydration keeps its position', async ({ page }) => {
  for (const [width, shown] of [
    [390, 1],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await moveEarly(page, siteOf(VARIANT), 3)
    await expect.poll(() => page.evaluate(readGallery)).toEqual(arabicAt(3, shown))
  }
})

test('a grapheme cluster is typed as one letter, and phrases may repeat', async ({ page }) => {
  await page.clock.install()
  await open(page, VARIANT)
  const letters = page.locator('h1 [data-phrase] > span')
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(letters).toHaveText(CLUSTERS, { timeout: 100 })
  }).toPass()
  await expect(page.locator('h1 [data-text]')).toHaveCount(3)
})

test('the last of 200 projects is reachable, and a phone shows the same one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, VARIANT)
  await page.evaluate(scrollGallery, 198)
  await expect.poll(() => page.evaluate(readGallery)).toEqual(arabicAt(198, 3))
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(readGallery)).toEqual(arabicAt(198, 1))
})

function middleOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left + right) / 2
    })
}
