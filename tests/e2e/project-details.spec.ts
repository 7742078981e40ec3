import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hold, hydrated, open, siteOf, test } from './site.ts'

const HASH = '#project-bakery-orders'

test('a click on a picture opens the details, and closing them returns to it', async ({ page }) => {
  await open(page)
  await card(page).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await clickPicture(page)
  await expect(dialog(page)).toBeVisible()
  expect(await isModal(page)).toBe(true)
  await expect(page).toHaveURL(new RegExp(`${HASH}$`))
  await expect(dialog(page).getByRole('heading', { name: 'Bakery Orders' })).toBeFocused()
  await expect(dialog(page)).toContainText('Not one order has been lost')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await expect(card(page).getByRole('link', { name: 'Bakery Orders', exact: true })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('Back closes the details, and Forward opens them again', async ({ page }) => {
  await open(page)
  await card(page).getByRole('link', { name: 'Bakery Orders', exact: true }).press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goForward()
  await expect(dialog(page)).toBeVisible()
  expect(await isModal(page)).toBe(true)
})

test('details that open again while they close stay open', async ({ page }) => {
  await open(page)
  await card(page).getByRole('link', { name: 'Bakery Orders', exact: true }).press('Enter')
  await expect(dialog(page)).toBeVisible()
  // The dialog's `close` event follows the second navigation.
  await page.evaluate(async (hash) => {
    const navigated = () => {
      const { promise, resolve } = Promise.withResolvers<Event>()
      addEventListener('hashchange', resolve, { once: true })
      return promise
    }
    history.back()
    await navigated()
    location.hash = hash
    await navigated()
  }, HASH)
  await expect(page).toHaveURL(new RegExp(`${HASH}$`))
  await expect(dialog(page)).toBeVisible()
  expect(await isModal(page)).toBe(true)
})

test('the next project replaces this one, and Back returns to the page', async ({ page }) => {
  await open(page)
  await clickPicture(page)
  await dialog(page).getByRole('link', { name: 'Next project' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Trail Conditions')
  await dialog(page).getByRole('link', { name: 'Previous project' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Bakery Orders')
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

for (const way of ['the close link', 'the backdrop', 'Escape']) {
  test(`a deep link opens the details, and ${way} closes them`, async ({ page }) => {
    await page.goto(siteOf() + HASH)
    await hydrated(page)
    await expect(dialog(page)).toBeVisible()
    await expect.poll(() => isModal(page)).toBe(true)
    if (way === 'Escape') await page.keyboard.press('Escape')
    else if (way === 'the backdrop') await page.mouse.click(5, 300)
    else await dialog(page).getByRole('link', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page).toHaveURL(/#portfolio$/)
    await expect(page.locator('#portfolio')).toBeInViewport()
  })
}

test('a second Escape does not leave the page', async ({ page }) => {
  await open(page)
  await clickPicture(page)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`${siteOf()}/`)
})

test('a URL whose anchor is not encoded works', async ({ page }) => {
  await page.goto(`${siteOf()}#100%`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Next project' }).click()
  await expect(page.locator('#portfolio [aria-live]')).toHaveText('2–4 of 5')
})

test('a click before hydration shows the details, which become modal', async ({ page }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await page.getByRole('link', { name: 'Bakery Orders Ordering system' }).click()
  await expect(dialog(page)).toBeVisible()
  release()
  await hydrated(page)
  await expect.poll(() => isModal(page)).toBe(true)
})

test('pictures load when the details open', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await open(page, 'pictures')
  await page.mouse.wheel(0, 100_000)
  await page.waitForLoadState('networkidle')
  const own = page.locator('dialog figure img')
  const names = await own.evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')?.replace(/^.*\/|-\d+\.\w+$/g, '')),
  )
  expect(names).toHaveLength(2)
  expect(names.filter((name) => requested.some((url) => url.includes(String(name))))).toEqual([])
  await page.getByRole('link', { name: 'Read more Harbour Bookings' }).click()
  for (const picture of await own.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
})

test('the details have no accessibility violations, and are printed', async ({ page }) => {
  await open(page)
  await clickPicture(page)
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations).toEqual([])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('the oven started at three')).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a link shows the details, and their close link hides them', async ({ page }) => {
    await page.goto(siteOf())
    await card(page).getByRole('link', { name: 'Bakery Orders', exact: true }).click()
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page)).toContainText('Not one order has been lost')
    await dialog(page).getByRole('link', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
  })
})

function card(page: Page) {
  return page.locator('article', { hasText: 'Orders for three bakeries' })
}

function dialog(page: Page) {
  return page.locator('dialog:visible')
}

/** Clicks the picture of the card, not its title. */
async function clickPicture(page: Page) {
  const picture = card(page).getByRole('img')
  await picture.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await picture.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  await page.mouse.click(x + width / 2, y + height / 3)
}

function isModal(page: Page) {
  return page.evaluate(() => document.querySelector('dialog:modal') !== null)
}
