import { expect, fill, message, openForm, test } from './contact.ts'
import { findUnreadable, findViolations, open, overhang } from './site.ts'
import { PERSONS } from './variants.ts'

test.describe('extreme content', () => {
  const WIDTHS = [320, 1280]
  const VARIANTS = ['largest', 'smallest', 'foreign', 'everything']

  for (const variant of VARIANTS) {
    test(`nothing is clipped, hidden or wider than the viewport: ${variant}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, variant)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await findUnreadable(page), `at ${width} px`).toEqual([])
        expect(await overhang(page), `at ${width} px`).toBe(0)
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
})

test.describe('a page without its font and images', () => {
  test.use({ allowed: /Failed to load|ERR_/ })

  test('is readable, shows alternative text and keeps the input', async ({ page, gateway }) => {
    await page.route(/woff2|placeholder|\.(?:svg|png|avif|webp|jpg)/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html><p>Not here' }),
    )
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findUnreadable(page), `at ${width} px`).toEqual([])
      expect(await overhang(page), `at ${width} px`).toBe(0)
      await expect(page.getByRole('img', { name: /Harbour Bookings/ }).first()).toBeVisible()
      await expect(message(page)).toHaveValue('Keep me')
    }
  })
})

for (const language of PERSONS) {
  test(`the page of a person who writes in ${language} is complete and accessible`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, language)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overhang(page), `${width} px`).toBe(0)
      expect(await findUnreadable(page), `${width} px`).toEqual([])
      // A number such as 1.250,50 is whole.
      const lines = await page
        .locator('dl')
        .first()
        .locator('dd')
        .evaluateAll((all) =>
          all.map((number) => {
            const text = document.createRange()
            text.selectNodeContents(number)
            return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size
          }),
        )
      expect(lines.length, `${width} px`).toBeGreaterThan(1)
      expect(new Set(lines), `${width} px`).toEqual(new Set([1]))
      const words = page.locator('dl').first().locator('dt')
      const [one, other] = [await words.first().boundingBox(), await words.nth(1).boundingBox()]
      expect(one?.y, `${width} px`).toBe(other?.y)
    }
    expect(await findViolations(page)).toEqual([])
  })
}
