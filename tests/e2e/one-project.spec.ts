import { expect, open, test } from './site.ts'

test('a single project has no carousel, and its index leads to it', async ({ page }) => {
  await open(page, 'one')
  await expect(page.getByRole('heading', { level: 2, name: 'Portfolio' })).toHaveCount(1)
  await expect(page.locator('[aria-roledescription="carousel"]')).toHaveCount(0)
  await expect(page.locator('#portfolio').getByRole('article')).toHaveCount(1)
})

for (const width of [360, 1280]) {
  test(`a tall picture is whole on its mat, and in the details: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'one')
    const picture = page.locator('#portfolio article img')
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveCSS('object-fit', 'contain')
    const { width: ownWidth, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
    expect(ownWidth / height).toBeCloseTo(1.6, 1)
    // Its file has the shape of the picture.
    const shape = await picture.evaluate(
      (image: HTMLImageElement) => image.naturalWidth / image.naturalHeight,
    )
    expect(shape).toBeCloseTo(1170 / 2532, 1)
    await page
      .locator('#portfolio')
      .getByRole('link', { name: /Read more/ })
      .click()
    const detail = page.getByRole('dialog').locator('img').first()
    await expect(detail).toBeVisible()
    const shown = (await detail.boundingBox()) ?? { width: 0, height: 1 }
    expect(shown.width / shown.height).toBeCloseTo(1170 / 2532, 1)
    expect(shown.height).toBeLessThanOrEqual(600)
  })
}

test('without a form, the band is small and the button names where it leads', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'one')
  await expect(page.locator('#hero').getByRole('link', { name: 'Contact' })).toHaveAttribute(
    'href',
    '#contact',
  )
  const { height } = (await page.locator('#contact').boundingBox()) ?? { height: Infinity }
  expect(height).toBeLessThan(300)
})

test('experience comes before education on a phone, and languages have a label', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, 'one')
  const topOf = async (area: string) =>
    (await page.locator(`[data-area="${area}"]`).boundingBox())?.y ?? 0
  expect(await topOf('experience')).toBeLessThan(await topOf('education'))
  await expect(page.locator('footer')).toContainText(/Languages\s*Polish, English/)
})

test('a single project without details is printed', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  await open(page, 'smallest')
  await expect(page.locator('#portfolio').getByRole('article')).toBeVisible()
})

test('a link of the menu to another site opens in a new tab', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'one')
  const link = page.getByRole('navigation').getByRole('link', { name: /^Shop/ })
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('target', '_blank')
})
