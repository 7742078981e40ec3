import type { Page } from '@playwright/test'
import { expect, siteOf, test } from './site.ts'

// A site with every way in which an owner changes the page (tests/fixtures/owners/levels), in the browser.

/** Waits for the island of the header, which all pages have. */
async function visit(page: Page, path = '/') {
  await page.goto(siteOf('levels') + path)
  await expect(page.locator('header [data-hydrated]')).toHaveCount(1)
}

test('a wrapped component keeps its styles, and a replaced one has none of the original', async ({
  page,
}) => {
  await visit(page)
  await expect(page.locator('.wrapped-hero > #hero')).not.toHaveCSS('padding-bottom', '0px')
  await expect(page.locator('#about')).toHaveText('About the owner')
})

test('an own section has its place in the menu and its styles', async ({ page }) => {
  await visit(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Prices' }).click()
  const section = page.getByRole('region', { name: 'What it costs' })
  await expect(section).toBeInViewport()
  await expect(section.getByRole('list')).toHaveCSS('column-count', '2')
})

test('an island in an own section hydrates when it is in view', async ({ page }) => {
  await visit(page)
  const answer = page.locator('[data-answer]')
  await answer.scrollIntoViewIfNeeded()
  await expect(async () => {
    await answer.click()
    await expect(answer).toHaveText('Yes', { timeout: 500 })
  }).toPass()
})

test.describe('an island that throws', () => {
  test.use({ allowed: /The board is full/ })

  test('leaves the rest of the page alone', async ({ page }) => {
    await visit(page)
    const board = page.locator('[data-board]')
    await board.scrollIntoViewIfNeeded()
    await expect(async () => {
      await board.click()
      await expect(board).not.toHaveText('0 of 3 taken', { timeout: 500 })
    }).toPass()
    while (await board.isVisible()) await board.click()
    await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible()
    await page.getByLabel('Theme').selectOption('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('a picture of a post keeps its ratio, and a frame fits', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/blog/second/')
  const picture = page.getByRole('img', { name: 'The harbour' })
  await picture.scrollIntoViewIfNeeded()
  const { ratio, own } = await picture.evaluate((image: HTMLImageElement) => {
    const box = image.getBoundingClientRect()
    const [ownWidth, ownHeight] = ['width', 'height'].map((name) => image.getAttribute(name))
    return { ratio: box.width / box.height, own: Number(ownWidth) / Number(ownHeight) }
  })
  expect(ratio).toBeCloseTo(own, 1)
  const frame = await page.locator('main iframe').boundingBox()
  expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  const scrolls = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(scrolls).toBe(false)
})
