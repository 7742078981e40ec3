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

for (const scheme of ['light', 'dark'] as const) {
  test(`a tap before scripts have come is answered once they have: ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    const release = await holdClient(page)
    await page.goto(siteOf(), { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Switch theme' }).click()
    release()
    const other = scheme === 'light' ? 'dark' : 'light'
    await expect(page.locator('html')).toHaveAttribute('data-theme', other)
  })
}

test('React waits for a finger that rests on the page while its scripts come', async ({ page }) => {
  const release = await holdClient(page)
  const isAsked = page.waitForRequest(/assets\/client/)
  const hasCome = page.waitForResponse(/assets\/client/)
  await page.goto(siteOf())
  await isAsked
  await page.mouse.down()
  release()
  await hasCome
  await page.waitForTimeout(300)
  await expect(page.getByRole('button', { name: 'Switch theme' })).toHaveCount(1)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
})

test('two early taps on the gallery move it twice', async ({ page }) => {
  const release = await holdClient(page)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  const next = page.getByRole('button', { name: 'Next project' })
  await next.click()
  await next.click()
  release()
  await expect(page.locator('#portfolio').getByRole('status')).toHaveText('3–5 of 6')
})

test('a menu opened early closes on a choice, before and after scripts have come', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const release = await holdClient(page)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation').getByRole('link', { name: 'Resume' })
  await menu.click()
  await link.click()
  await expect(link).toBeHidden()
  await expect(page).toHaveURL(/#resume$/)

  await menu.click()
  release()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
})

test.describe('when the script is lost on the way', () => {
  test.use({ allowed: /ERR_FAILED/ })

  test('the next touch fetches it again', async ({ page }) => {
    let requests = 0
    await page.route(/assets\/client/, (route) =>
      requests++ === 0 ? route.abort() : route.continue(),
    )
    await page.goto(siteOf())
    await expect.poll(() => requests).toBe(1)
    await page.getByRole('button', { name: 'Switch theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('the Back button during the scroll goes back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
  await page.waitForFunction(() => window.scrollY > 50)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.waitForTimeout(1200)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

/** Keeps React away until the returned function is called. */
async function holdClient(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/client/, async (route) => {
    await held
    await route.continue()
  })
  return release
}

function scrollTo(page: Page, top: number) {
  return page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}
