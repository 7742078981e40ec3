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

test('a double click beside the details does not close them', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await open(page)
  const picture = page.locator('#portfolio article img').first()
  await picture.scrollIntoViewIfNeeded()
  // Its mat is wider than the dialog.
  const { x = 0, y = 0 } = (await picture.locator('..').boundingBox()) ?? {}
  await page.mouse.dblclick(x + 20, y + 100)
  await expect(dialog(page)).toHaveAccessibleName('Bakery Orders')
  // A close by the second click would be a navigation, which is not immediate.
  await page.waitForTimeout(500)
  await expect(dialog(page)).toHaveAccessibleName('Bakery Orders')
  await page.mouse.click(x + 20, y + 100)
  await expect(dialog(page)).toBeHidden()
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
  await expectOnly(page, 'Lesson Planner')
  await dialog(page).getByRole('link', { name: 'Previous project' }).click()
  await expectOnly(page, 'Bakery Orders')
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
})

test('a link in the details leads to its section, and Back returns to them', async ({ page }) => {
  await open(page, 'everything')
  await clickPicture(page)
  await dialog(page).getByRole('link', { name: 'Write to me' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('#contact')).toBeFocused()
  await expect(page.locator('#contact')).toBeInViewport()
  await page.goBack()
  await expect(dialog(page)).toHaveAccessibleName('Bakery Orders')
})

test('a project opened from the hero closes back to it, also after Back and Forward', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const link = page.locator(`#hero a[href="${HASH}"]`)
  await link.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.goForward()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await expect(link).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a selection that ends beside the details does not close them', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 800 })
  await open(page)
  await clickPicture(page)
  const text = dialog(page).getByText('Orders came by phone')
  const { x = 0, y = 0 } = (await text.boundingBox()) ?? {}
  await page.mouse.move(x + 40, y + 10)
  await page.mouse.down()
  await page.mouse.move(20, y + 40, { steps: 5 })
  await page.mouse.up()
  await page.waitForTimeout(300)
  await expect(dialog(page)).toBeVisible()
})

test('every project is shown from its beginning, and the page behind stands still', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await open(page)
  await clickPicture(page)
  const before = await page.evaluate(() => scrollY)
  await dialog(page).hover()
  await page.mouse.wheel(0, 5000)
  await expect.poll(() => dialog(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100)
  await page.mouse.move(5, 200)
  await page.mouse.wheel(0, 600)
  await dialog(page).getByRole('link', { name: 'Next project' }).click()
  await expectOnly(page, 'Lesson Planner')
  await dialog(page).getByRole('link', { name: 'Previous project' }).click()
  await expectOnly(page, 'Bakery Orders')
  expect(await dialog(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('no text of the details lies over the bar with their close link', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${siteOf()}${HASH}`)
  await hydrated(page)
  const covering = await dialog(page).evaluate((details) => {
    const close = details.querySelector('[data-close]')
    const found: string[] = []
    for (let top = 0; close && top <= details.scrollHeight - details.clientHeight; top += 4) {
      details.scrollTop = top
      const { left, width, top: y, height } = close.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, y + height / 2)
      if (!close.contains(above)) found.push(`${top}: ${above?.outerHTML.slice(0, 80)}`)
    }
    return { found, scrolled: details.scrollTop }
  })
  expect(covering.found).toEqual([])
  expect(covering.scrolled).toBeGreaterThan(400)
})

test('the details say where they stand, and lead on to the next project and the form', async ({
  page,
}) => {
  await open(page)
  await clickPicture(page)
  await expect(dialog(page)).toContainText('1 of 6')
  await dialog(page).getByRole('link', { name: 'Lesson Planner' }).click()
  await expectOnly(page, 'Lesson Planner')
  await dialog(page).getByRole('link', { name: 'Leave a message' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('#message-name')).toBeFocused()
  await expect(page.locator('#message-name')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('select[name=subject]')).toHaveValue('Project Collaboration')
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
    await expect(page).toHaveURL(`${siteOf()}/`)
    const link = card(page).getByRole('link', { name: 'Bakery Orders', exact: true })
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport()
  })
}

test('after a deep link and the next project, Escape leads to the card of that project', async ({
  page,
}) => {
  await page.goto(siteOf() + HASH)
  await hydrated(page)
  await expect.poll(() => isModal(page)).toBe(true)
  await dialog(page).getByRole('link', { name: 'Next project' }).click()
  await expectOnly(page, 'Lesson Planner')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`${siteOf()}/`)
  const link = page.locator('article').getByRole('link', { name: 'Lesson Planner', exact: true })
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport({ ratio: 1 })
  // Going back and forth opens nothing.
  await page.reload()
  await expect(dialog(page)).toBeHidden()
})

test('a second Escape does not leave the page', async ({ page }) => {
  await open(page)
  await clickPicture(page)
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(`${siteOf()}/`)
})

test('a second Escape while the page goes back changes nothing', async ({ page }) => {
  // The second Escape arrives after the navigation and before its event.
  await page.addInitScript(() => {
    const close = () => document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
    addEventListener('hashchange', () => location.hash === '' && close())
  })
  await open(page)
  await clickPicture(page)
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => {
    const details = document.querySelector('dialog[open]')
    details?.addEventListener('close', () => details.setAttribute('data-closed', ''))
  })
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-closed]')).toBeAttached()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL(`${siteOf()}/`)
})

test('a URL whose anchor is not encoded works', async ({ page }) => {
  await page.goto(`${siteOf()}#100%`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Next project' }).click()
  await expect(page.locator('#portfolio [aria-live]')).toHaveText('2–4 of 6')
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

test('Tab stops at the links of the details only', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await open(page)
  await clickPicture(page)
  await expect(dialog(page).getByRole('heading', { name: 'Bakery Orders' })).toBeFocused()
  const count = await dialog(page).getByRole('link').count()
  // Once around, through the browser's own controls.
  for (let tab = 0; tab < count + 2; tab++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^(A|BODY)$/)
  }
})

test('pictures load when the details open', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await open(page, 'pictures')
  await page.mouse.wheel(0, 100_000)
  await page.waitForLoadState('networkidle')
  const own = page.locator('#project-bakery-orders figure img')
  const names = await own.evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')?.replace(/^.*\/|-\d+\.\w+$/g, '')),
  )
  expect(names).toHaveLength(2)
  expect(names.filter((name) => requested.some((url) => url.includes(String(name))))).toEqual([])
  await page.getByRole('link', { name: 'Read more Bakery Orders' }).first().click()
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
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include('dialog')
    .analyze()
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

/** Until the browser reports the new hash, the details of before are open too. */
async function expectOnly(page: Page, title: string) {
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(dialog(page)).toHaveCount(1)
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
