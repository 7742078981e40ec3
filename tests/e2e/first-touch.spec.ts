import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from './site.ts'

test('the scroll-to-top button appears above 300 px and not at 300', async ({ page }) => {
  await open(page)
  const top = page.getByRole('link', { name: 'Back to top' })
  await expect(top).toBeHidden()
  await scrollTo(page, 300)
  await page.waitForTimeout(300)
  await expect(top).toBeHidden()
  await scrollTo(page, 301)
  await expect(top).toBeVisible()
  await top.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(top).toBeHidden()
})

test('a tap before scripts have come is answered once they have', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/client/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(siteOf(), { waitUntil: 'commit' })
  const theme = page.getByRole('button', { name: 'Switch theme' })
  await theme.click()
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

function scrollTo(page: Page, top: number) {
  return page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}
