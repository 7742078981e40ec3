import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, findUnreadable, open, overhang, siteOf, test } from './site.ts'

const voices = (page: Page) => page.locator('#testimonials')

test('testimonials are a section of the menu, each a quote with its author', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, 'everything')
  await page.getByRole('navigation').getByRole('link', { name: 'Voices' }).click()
  await expect(page).toHaveURL(/#testimonials$/)
  const figures = voices(page).getByRole('figure')
  await expect(figures).toHaveCount(6)
  await expect(figures.first().getByRole('blockquote')).toHaveText(/^We stopped writing names/)
  await expect(figures.first().locator('figcaption')).toContainText('Jan Nowak')
  const link = figures.first().getByRole('link', { name: 'Jan Nowak (opens in a new tab)' })
  await expect(link).toHaveAttribute('href', 'https://example.com/jan')
  await expect(figures.first().locator('blockquote strong')).toHaveText('one')
})

for (const [variant, count, width, columns] of [
  ['everything', 6, 1280, 2],
  ['everything', 6, 768, 1],
  ['everything', 6, 320, 1],
  ['claim', 1, 1280, 1],
  ['claim', 1, 320, 1],
  ['right to left', 2, 1280, 2],
  ['right to left', 2, 320, 1],
] as const) {
  test(`${count} testimonials have ${columns} columns at ${width} px: ${variant}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, variant)
    const boxes = await voices(page)
      .getByRole('figure')
      .evaluateAll((all) => all.map((figure) => figure.getBoundingClientRect().toJSON()))
    expect(boxes).toHaveLength(count)
    expect(new Set(boxes.map(({ left }) => Math.round(left))).size).toBe(columns)
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }
    expect(await overhang(page)).toBe(0)
    expect(await findUnreadable(page)).toEqual([])
  })
}

test('axe finds no violations in the testimonials and the footer', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 'everything')
  const { violations } = await new AxeBuilder({ page })
    .include('#testimonials')
    .include('footer')
    .analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('testimonials are on the page, and printed', async ({ page }) => {
    await page.goto(siteOf('everything'))
    await expect(voices(page).getByRole('figure')).toHaveCount(6)
    await page.emulateMedia({ media: 'print' })
    await expect(voices(page).getByText('It is quiet now.')).toBeVisible()
  })
})
