import type { Page } from '@playwright/test'
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

test('a single project has no carousel, and is whole and printed', async ({ page }) => {
  await open(page, 'smallest')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.locator('[aria-roledescription="carousel"]')).toHaveCount(0)
    const picture = page.locator('#portfolio article img')
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    const shown = (await picture.boundingBox()) ?? { width: 0, height: 1 }
    expect(shown.width / shown.height).toBeCloseTo(1170 / 2532, 1)
    expect(shown.height).toBeLessThanOrEqual(0.76 * 800)
    const frame = await picture.locator('xpath=ancestor::span').boundingBox()
    expect(frame?.width).toBeCloseTo(shown.width, 0)
  }
  await expect(page.locator('#hero a[href="#contact"]'), 'named as the section').toHaveText('x')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('#portfolio').getByRole('article')).toBeVisible()
})

const voices = (page: Page) => page.locator('#testimonials')

for (const [variant, count, columns] of [
  ['everything', 6, 2],
  ['levels', 1, 1],
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
    }
  })
}
