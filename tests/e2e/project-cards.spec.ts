import AxeBuilder from '@axe-core/playwright'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
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
  const pictures = page.locator('#portfolio article img')
  await expect(pictures).toHaveCount(6)
  await pictures.first().scrollIntoViewIfNeeded()
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBe(640)
})

test('a project without an image has a cover, which follows the theme of the page', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await open(page, 'without pictures')
  await expect(page.locator('#portfolio article img')).toHaveCount(6)
  const covers = page.locator('#portfolio article img[alt=""]')
  await expect(covers).toHaveCount(4)
  const sources = await covers.evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')),
  )
  expect(new Set(sources).size).toBe(4)
  const light = await groundOf(covers.first())
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect
    .poll(async () => luminance(await groundOf(covers.first())))
    .toBeLessThan(luminance(light))
  const { violations } = await new AxeBuilder({ page }).include('#portfolio').analyze()
  expect(violations).toEqual([])
})

/** The colour of the lower left corner, where a cover has its ground. */
async function groundOf(cover: Locator): Promise<number[]> {
  const { data, info } = await sharp(await cover.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = ((info.height - 6) * info.width + 6) * info.channels
  return [...data.subarray(at, at + 3)]
}

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
