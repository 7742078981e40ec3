import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'

// A gallery with two hundred projects.

const WIDE = { width: 1280, height: 800 }

test('the end is reachable, and resizing to a phone keeps a valid position', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'many projects')
  await row(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  const next = page.getByRole('button', { name: 'Next project' })
  await expect(next).toBeDisabled()
  await expect(page.locator('#portfolio [aria-live]')).toHaveText('198–200 of 200')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(next).toBeEnabled()
  await expect(slides(page)).toHaveCount(1)
  await row(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(slides(page)).toBeInViewport()
})

/** The slides in view. The others are inert. */
function slides(page: Page) {
  return page.locator('#portfolio [role="group"]:not([inert])')
}

function row(page: Page) {
  return page.locator('#portfolio [role="group"]').first().locator('..')
}
