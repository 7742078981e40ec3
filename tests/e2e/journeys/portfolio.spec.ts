import type { Page } from '@playwright/test'
import {
  expect,
  expectAgreement,
  galleryAt,
  hydrated,
  moveEarly,
  open,
  readGallery,
  scrollGallery,
  siteOf,
  test,
} from '../site.ts'

const WIDE = { width: 1280, height: 800 }
const EDGE = { width: 769, height: 900 }
const MOBILE = { width: 768, height: 900 }

test('the buttons lead to both ends of the gallery', async ({ page }) => {
  await open(page)
  const buttons = page.locator('[id$="-carousel"] button')
  const [back, forward] = [buttons.first(), buttons.last()]
  for (const [viewport, moves] of [
    [WIDE, 3],
    [EDGE, 3],
    [MOBILE, 5],
  ] as const) {
    await page.setViewportSize(viewport)
    await expect(back).toBeDisabled()
    for (let move = 0; move < moves; move++) {
      await expect(forward).toBeEnabled()
      await forward.click()
      await expect(back).toBeEnabled()
    }
    await expect(forward).toBeDisabled()
    for (let move = 0; move < moves; move++) await back.click()
    await expect(back).toBeDisabled()
  }
})

test('a phone shows the edge of the next card, and a tap on it opens its story', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  const picture = page.getByRole('group', { name: 'Lesson Planner' }).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await row(page).evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
  const { x = 360, y = 0 } = (await picture.locator('..').boundingBox()) ?? {}
  expect(x).toBeLessThan(360 - 4)
  await page.mouse.click(x + 3, y + 40)
  await expect(page).toHaveURL(/\/projects\/lesson-planner\/$/)
})

test('the search of the browser finds a card out of view', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  // A text fragment is found as the search of the browser finds its text, which skips what is inert. Once the page has
  // its styles: before, there is no row.
  await page.goto(`${siteOf()}/#:~:text=Sheet%20music`)
  await expect(
    page.locator('#portfolio article').getByText('Sheet music for an amateur choir'),
  ).toBeInViewport()
  await expect(next(page)).toBeDisabled()
})

test('the buttons move by one, and keep the focus', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  for (const [viewport, shown] of [
    [EDGE, 3],
    [MOBILE, 1],
    [WIDE, 3],
  ] as const) {
    await page.setViewportSize(viewport)
    await expectGallery(page, galleryAt(1, shown))
  }
  await next(page).click()
  await expect(position(page)).toHaveText('2–4 of 6')
  await expectGallery(page, galleryAt(2, 3))
  await previous(page).click()
  await expect(position(page)).toHaveText('1–3 of 6')
  await next(page).focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('Enter')
  await expect(position(page)).toHaveText('4–6 of 6')
  await expect(next(page)).toBeDisabled()
  await expect(next(page)).toBeFocused()
})

test('the Tab key reaches every card, and scrolls it into view', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await next(page).focus()
  const cards = page.locator('#portfolio [role="group"]')
  const count = await cards.getByRole('link').count()
  for (let step = 0; step < count; step++) await page.keyboard.press('Tab')
  await expect(cards.last().getByRole('link').last()).toBeFocused()
  await expect(cards.last()).toBeInViewport({ ratio: 0.5 })
  await expect(next(page)).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(page.locator('#resume').getByRole('link').first()).toBeFocused()
})

test('a horizontal wheel moves the gallery, and the buttons follow', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await row(page).scrollIntoViewIfNeeded()
  await row(page).hover()
  await page.mouse.wheel(350, 0)
  await expect(previous(page)).toBeEnabled()
  await expect(position(page)).toHaveText('2–4 of 6')
})

test.describe('on a touchscreen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a swipe moves the gallery by one, and the buttons follow', async ({ page }) => {
    await open(page)
    await row(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
    const box = await row(page).boundingBox()
    if (!box) throw new Error('The gallery is not on the page.')
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: box.y + 100 }],
      })
    await touch('touchStart', 300)
    for (let x = 300; x >= 80; x -= 20) await touch('touchMove', x)
    await touch('touchEnd')
    await expect(position(page)).toHaveText('2 of 6')
    await expect(previous(page)).toBeEnabled()
  })
})

/** The announced position of the gallery. */
function position(page: Page) {
  return page.locator('#portfolio [aria-live]')
}

function next(page: Page) {
  return page.getByRole('button', { name: 'Next project' })
}

function previous(page: Page) {
  return page.getByRole('button', { name: 'Previous project' })
}

function row(page: Page) {
  return page.locator('#portfolio [role="group"]').first().locator('..')
}

// The row scrolls natively, even before hydration. Buttons and counter follow its position.

for (const [width, first, shown] of [
  [390, 6, 1],
  [1280, 4, 3],
] as const) {
  test(`a gallery scrolled to ${first} before hydration keeps its position, from which it moves: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await moveEarly(page, siteOf(), first)
    await expectGallery(page, galleryAt(first, shown))
    const spoken = page.locator('#portfolio [aria-live]')
    await expect(spoken, 'no request').toBeEmpty()
    await previous(page).click()
    await expectGallery(page, galleryAt(first - 1, shown))
  })
}

test('the gallery state matches the scroll position after a reload and after Back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await open(page)
  await page.evaluate(scrollGallery, 3)
  await expectGallery(page, galleryAt(3, 3))
  await page.reload()
  await hydrated(page)
  await expectAgreement(() => page.evaluate(readGallery), 3)
  await page.evaluate(scrollGallery, 2)
  await expectGallery(page, galleryAt(2, 3))
  await page.goto('about:blank')
  await page.goBack()
  await hydrated(page)
  await expectAgreement(() => page.evaluate(readGallery), 3)
})

function expectGallery(page: Page, state: ReturnType<typeof galleryAt>) {
  return expect.poll(() => page.evaluate(readGallery)).toEqual(state)
}
