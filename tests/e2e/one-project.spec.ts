import type { Locator } from '@playwright/test'
import { expect, open, test } from './site.ts'

test('a single project has no carousel, and without a form the band is small', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'one')
  await expect(page.getByRole('heading', { level: 2, name: 'Portfolio' })).toHaveCount(1)
  await expect(page.locator('[aria-roledescription="carousel"]')).toHaveCount(0)
  await expect(page.locator('#portfolio').getByRole('article')).toHaveCount(1)
  const button = page.locator('#hero').getByRole('link', { name: 'Contact' })
  await expect(button, 'named as the section').toHaveAttribute('href', '#contact')
  const { height } = (await page.locator('#contact').boundingBox()) ?? { height: Infinity }
  expect(height).toBeLessThan(300)
  const link = page.getByRole('navigation').getByRole('link', { name: /^Shop/ })
  await expect(link, 'to another site').toBeVisible()
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(page.locator('footer')).toContainText(/Languages\s*Polish, English/)
  // Experience comes before education on a phone.
  await page.setViewportSize({ width: 360, height: 800 })
  const topOf = async (area: string) =>
    (await page.locator(`[data-area="${area}"]`).boundingBox())?.y ?? 0
  expect(await topOf('experience')).toBeLessThan(await topOf('education'))
})

for (const width of [360, 1280]) {
  test(`a tall picture is whole, and its mat no larger than it: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'one')
    await expectWhole(page.locator('#portfolio article img'))
    await page.locator('#portfolio h3 a').click()
    await expectWhole(page.getByRole('article').locator('img').first())
  })
}

async function expectWhole(picture: Locator) {
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty('complete', true)
  const shown = (await picture.boundingBox()) ?? { width: 0, height: 1 }
  expect(shown.width / shown.height).toBeCloseTo(1170 / 2532, 1)
  expect(shown.height).toBeLessThanOrEqual(0.76 * 800)
  const mat = await picture.locator('xpath=ancestor::span').boundingBox()
  expect(mat?.width).toBeLessThanOrEqual(shown.width + 49)
}

test('a single project without a story is printed', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await open(page, 'smallest')
  await expect(page.locator('#portfolio').getByRole('article')).toBeVisible()
})

test('three projects stand in a row alike, none twice, without controls', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'foreign')
  await expect(page.locator('#portfolio article')).toHaveCount(3)
  await expect(page.locator('[aria-roledescription="carousel"]')).toHaveCount(0)
  await expect(page.locator('#portfolio').getByRole('button')).toHaveCount(0)
  const tops = await page
    .locator('#portfolio li > article > :first-child')
    .evaluateAll((all) => all.map((part) => Math.round(part.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(1)
})
