import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import { galleryAt, moveEarly, readGallery, scrollGallery } from './gallery.ts'
import { expect, hydrated, open, siteOf, test } from './site.ts'

// The row scrolls natively, even before hydration. Buttons and counter follow its position.

for (const [width, first, shown] of [
  [390, 1, 1],
  [390, 2, 1],
  [390, 5, 1],
  [1280, 2, 3],
  [1280, 3, 3],
] as const) {
  test(`a gallery scrolled to ${first} before hydration keeps its position: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await moveEarly(page, siteOf(), first)
    await expectGallery(page, galleryAt(first, shown))
    const spoken = page.locator('#portfolio [aria-live]')
    await expect(spoken, 'nobody asked').toBeEmpty()
  })
}

test('the next move starts from that position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await moveEarly(page, siteOf(), 3)
  await page.getByRole('button', { name: 'Next project' }).click()
  await expectGallery(page, galleryAt(4, 1))
  await page.getByRole('button', { name: 'Previous project' }).click()
  await expectGallery(page, galleryAt(3, 1))
})

test('the gallery state matches the scroll position after a reload and after Back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await open(page)
  await page.evaluate(scrollGallery, 3)
  await expectGallery(page, galleryAt(3, 3))
  await page.reload()
  await hydrated(page)
  await expectConsistentGallery(page)
  await page.evaluate(scrollGallery, 2)
  await expectGallery(page, galleryAt(2, 3))
  await page.goto('about:blank')
  await page.goBack()
  await hydrated(page)
  await expectConsistentGallery(page)
})

function expectGallery(page: Page, state: ReturnType<typeof galleryAt>) {
  return expect.poll(() => page.evaluate(readGallery)).toEqual(state)
}

/** Checks that the reported state matches the scroll position, whatever it is. */
async function expectConsistentGallery(page: Page) {
  await expect
    .poll(async () => {
      const state = await page.evaluate(readGallery)
      return isDeepStrictEqual(state, galleryAt(Number(state.seen[0]), 3)) || state
    })
    .toBe(true)
}
