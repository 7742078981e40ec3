import { expect, open, test } from './site.ts'

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
    const mat = await picture.locator('xpath=ancestor::span').boundingBox()
    expect(mat?.width).toBeLessThanOrEqual(shown.width + 49)
  }
  await expect(page.locator('#hero a[href="#contact"]'), 'named as the section').toHaveText('x')
  await page.emulateMedia({ media: 'print' })
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
