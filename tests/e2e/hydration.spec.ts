import type { Page } from '@playwright/test'
import { expect, test } from './contact.ts'
import { hold, hydrated, open, siteOf } from './site.ts'

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

test('a menu opened early closes on a link, before and after hydration', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const release = await hold(page, /\.js/)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('navigation').getByRole('link', { name: 'Resume' })
  await menu.click()
  await link.click()
  await expect(link).toBeHidden()
  await expect(page).toHaveURL(/#resume$/)

  // So does a press on what the menu covers.
  await menu.click()
  await page.mouse.click(180, 700)
  await expect(link).toBeHidden()

  // A second click closes the menu, before and after hydration.
  await menu.click()
  await expect(link).toBeVisible()
  await menu.click()
  await expect(link).toBeHidden()
  await menu.click()
  release()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
})

test.describe('when the script fails to load', () => {
  test.use({ allowed: /ERR_FAILED/ })

  test('the next interaction loads it again', async ({ page }) => {
    let requests = 0
    await page.route(/assets\/client/, (route) =>
      requests++ === 0 ? route.abort() : route.continue(),
    )
    await page.goto(siteOf())
    // Further ones are of islands that load a little later.
    await expect.poll(() => requests).toBeGreaterThan(0)
    await page.getByLabel('Theme').focus()
    await page.keyboard.press('D')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('the Back button during the scroll goes back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
  await page.clock.runFor(300)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await page.goBack()
  await page.clock.runFor(1200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

function scrollTo(page: Page, top: number) {
  return page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
}

const ISLANDS = ['header', 'typewriter', 'carousel', 'contactForm']

test('everything outside the islands has the same DOM nodes before and after hydration', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const nodes = [...document.querySelectorAll(':is(main, footer) *:not(astro-island *)')]
      Object.assign(window, { serverNodes: nodes })
    })
  })
  await open(page)
  expect(await islandNames(page)).toEqual(ISLANDS)
  const after = await page.evaluate(() => {
    const serverNodes: Element[] = Reflect.get(window, 'serverNodes')
    const now = [...document.querySelectorAll(':is(main, footer) *:not(astro-island *)')]
    return {
      count: now.length,
      areSame: now.every((element, index) => element === serverNodes[index]),
    }
  })
  expect(after.count).toBeGreaterThan(100)
  expect(after.areSame).toBe(true)
})

const islandNames = (page: Page) =>
  page.$$eval('[data-island]', (islands) => islands.map((one) => one.getAttribute('data-island')))

test('a theme that is chosen before hydration is applied and kept', async ({ page, gateway }) => {
  const release = gateway.hold(/client/)
  await page.goto(gateway.url, { waitUntil: 'commit' })
  const select = page.locator('header select')
  await select.selectOption('dark')
  release()
  await hydrated(page)
  await expect(select).toHaveValue('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
