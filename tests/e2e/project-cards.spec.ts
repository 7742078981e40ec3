import AxeBuilder from '@axe-core/playwright'
import { expect, open, test } from './site.ts'

test('project links open in a new tab and have descriptive names', async ({ page }) => {
  await open(page)
  const code = page.getByRole('link', { name: 'GitHub Harbour Bookings (opens in a new tab)' })
  const demo = page.getByRole('link', { name: 'Live Demo Harbour Bookings (opens in a new tab)' })
  for (const link of [code, demo]) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('placeholder images are files of the site', async ({ page }) => {
  await open(page)
  const pictures = page.locator('#portfolio img')
  await expect(pictures).toHaveCount(6)
  await pictures.first().scrollIntoViewIfNeeded()
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBe(640)
})

for (const [width, colorScheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [360, 'light'],
  [360, 'dark'],
] as const) {
  test(`a project without an image shows its title as a cover, ${width} px, ${colorScheme}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await open(page, 'without pictures')
    await expect(page.locator('#portfolio img')).toHaveCount(2)
    const covers = page.locator('#portfolio article:not(:has(img)) h3')
    await expect(covers).toHaveCount(4)
    const picture = await page.locator('#portfolio img').first().boundingBox()
    for (const cover of await covers.all()) {
      const box = await cover.boundingBox()
      expect(box?.width).toBeCloseTo(picture?.width ?? 0, 0)
      expect(box?.height).toBeGreaterThanOrEqual((picture?.height ?? 0) - 1)
      const isCut = await cover.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      )
      expect(isCut).toBe(false)
    }
    const { violations } = await new AxeBuilder({ page }).include('#portfolio').analyze()
    expect(violations).toEqual([])
  })
}
