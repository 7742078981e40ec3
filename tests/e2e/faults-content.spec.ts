import { keepFigures } from '../fixtures/figures.ts'
import { findUnreadable, overhang } from './layout.ts'
import { expect, open, test } from './site.ts'

const WIDTHS = [320, 1280]
const VARIANTS = ['largest', 'smallest', 'foreign', 'everything']

const seen = { pages: 0, unreadable: 0, 'too wide': 0 }
test.afterAll(() => {
  keepFigures({
    table: 'faults',
    what: '8 data at its extremes, at 320 and 1280 px',
    figures: seen,
  })
})

for (const variant of VARIANTS) {
  test(`nothing is cut off, hidden or wider than the window: ${variant}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await open(page, variant)
      const unreadable = await findUnreadable(page)
      const beyond = await overhang(page)
      seen.pages++
      seen.unreadable += unreadable.length
      seen['too wide'] += beyond > 0 ? 1 : 0
      expect(unreadable, `at ${width} px`).toEqual([])
      expect(beyond, `at ${width} px`).toBe(0)
    }
  })
}

test('the menu holds words of 200 letters, and each of them is in sight', async ({ page }) => {
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
