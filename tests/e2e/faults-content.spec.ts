import { recordResult } from '../fixtures/results.ts'
import { findUnreadable, overhang } from './layout.ts'
import { expect, open, test } from './site.ts'

const WIDTHS = [320, 1280]
const VARIANTS = ['largest', 'smallest', 'foreign', 'everything']

const seen = { pages: 0, unreadable: 0, 'too wide': 0 }
test.afterAll(() => {
  recordResult({
    table: 'faults',
    what: '8 extreme content, at 320 and 1280 px',
    figures: seen,
  })
})

for (const variant of VARIANTS) {
  test(`nothing is clipped, hidden or wider than the viewport: ${variant}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, variant)
      const unreadable = await findUnreadable(page)
      const overflow = await overhang(page)
      seen.pages++
      seen.unreadable += unreadable.length
      seen['too wide'] += overflow > 0 ? 1 : 0
      expect(unreadable, `at ${width} px`).toEqual([])
      expect(overflow, `at ${width} px`).toBe(0)
    }
  })
}

test('the menu shows items of 200 letters, and each scrolls into view', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await open(page, 'largest')
  await page.getByRole('banner').getByRole('button').first().click()
  const links = page.getByRole('navigation').locator('ul').first().getByRole('link')
  await expect(links.last()).toBeVisible()
  for (const link of await links.all()) {
    await link.scrollIntoViewIfNeeded()
    await expect(link).toBeInViewport()
  }
  expect(await overhang(page)).toBe(0)
})
