import { expect, fill, message, openForm, test } from './contact.ts'
import { findUnreadable, findViolations, open, overhang } from './site.ts'

// right-to-left.spec.ts has the largest values.
for (const variant of ['smallest', 'foreign', 'everything', 'japanese', 'levels']) {
  test(`nothing is clipped, hidden or wider than the viewport: ${variant}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, variant)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await findUnreadable(page), `at ${width} px`).toEqual([])
      expect(await overhang(page), `at ${width} px`).toBe(0)
    }
    // Sections of one name, as in texts that repeat, are the fault of the texts.
    const violations = await findViolations(page)
    expect(violations.filter(({ id }) => id !== 'landmark-unique')).toEqual([])
  })
}

test('a number of a figure is whole, and the words below the figures start in one line', async ({
  page,
}) => {
  await open(page, 'japanese')
  const figures = page.locator('dl').first()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await figures.locator('dd').evaluateAll((all) =>
      all.map((number) => {
        const text = document.createRange()
        text.selectNodeContents(number)
        return new Set(Array.from(text.getClientRects(), ({ top }) => Math.round(top))).size
      }),
    )
    expect(lines.length, `${width} px`).toBeGreaterThan(1)
    expect(new Set(lines), `${width} px`).toEqual(new Set([1]))
    const words = figures.locator('dt')
    const [one, other] = [await words.first().boundingBox(), await words.nth(1).boundingBox()]
    expect(one?.y, `${width} px`).toBe(other?.y)
  }
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
