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
  const link = figures.first().getByRole('link', { name: 'Jan Nowak' })
  await expect(link).toHaveAttribute('href', 'https://example.com/jan')
  await expect(figures.first().locator('blockquote strong')).toHaveText('one')
})

for (const [variant, count, columns] of [
  ['everything', 6, 2],
  ['claim', 1, 1],
  ['largest', 2, 2],
] as const) {
  test(`${count} testimonials have ${columns} columns on a wide screen: ${variant}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, variant)
    for (const width of [1280, 768, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const boxes = await voices(page)
        .getByRole('figure')
        .evaluateAll((all) => all.map((figure) => figure.getBoundingClientRect().toJSON()))
      expect(boxes).toHaveLength(count)
      const edges = new Set(boxes.map(({ left }) => Math.round(left)))
      expect(edges.size, `${width} px`).toBe(width === 1280 ? columns : 1)
      for (const { left, right } of boxes) {
        expect(left, `${width} px`).toBeGreaterThanOrEqual(0)
        expect(right, `${width} px`).toBeLessThanOrEqual(width)
      }
      expect(await overhang(page), `${width} px`).toBe(0)
      expect(await findUnreadable(page), `${width} px`).toEqual([])
    }
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('testimonials are on the page, and printed', async ({ page }) => {
    await page.goto(siteOf('everything'))
    await expect(voices(page).getByRole('figure')).toHaveCount(6)
    await page.emulateMedia({ media: 'print' })
    await expect(voices(page).getByText('It is quiet now.')).toBeVisible()
  })
})
