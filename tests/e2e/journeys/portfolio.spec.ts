import { isDeepStrictEqual } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import {
  expect,
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

/** The number of moves to the right, by number of cards. */
const MOVES = [
  { variant: 'german', wide: 1, narrow: 3 },
  { variant: 'claim', wide: 2, narrow: 4 },
  { variant: 'shipped', wide: 3, narrow: 5 },
]

for (const { variant, wide, narrow } of MOVES) {
  test(`the buttons lead to both ends of the gallery: ${variant}`, async ({ page }) => {
    await open(page, variant)
    const buttons = page.locator('[id$="-carousel"] button')
    const [back, forward] = [buttons.first(), buttons.last()]
    for (const [viewport, moves] of [
      [WIDE, wide],
      [EDGE, wide],
      [MOBILE, narrow],
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
}

test('a fact stands next to what it belongs to, whatever the height of its neighbours', async ({
  page,
}) => {
  await open(page)
  const space = (above: Locator, below: Locator) =>
    Promise.all([above.boundingBox(), below.boundingBox()]).then(
      ([one, other]) => (other?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0),
    )
  const featured = page.locator('#portfolio article').first()
  const card = page.locator('#portfolio [role="group"] article').first()
  await page.setViewportSize({ width: 1024, height: 800 })
  await featured
    .getByText('Berth booking')
    .evaluate((summary) => summary.append(' And more.'.repeat(9)))
  expect(await space(featured.locator('h3'), featured.locator('h3 + p'))).toBeLessThan(8)
  await page.setViewportSize({ width: 320, height: 800 })
  const summary = card.getByText('Orders for three bakeries')
  const github = card.getByRole('link', { name: 'GitHub Bakery Orders' })
  await page
    .locator('#portfolio [role="group"] h3')
    .last()
    .evaluate((title) => title.after('Long. '.repeat(200)))
  expect(await space(summary, github)).toBeLessThan(32)
})

test('a grid shows every project, without buttons', async ({ page }) => {
  await open(page, 'levels')
  await expect(page.locator('#portfolio li article:visible')).toHaveCount(6)
  for (const move of [previous(page), next(page)]) await expect(move).toHaveCount(0)
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

test('more than three projects leave out the one that is shown large', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'claim')
  await expect(page.getByText('1–3 of 5')).toBeVisible()
  await expect(carousel(page).getByRole('group')).toHaveCount(5)
  await expect(carousel(page)).not.toContainText('Harbour Bookings')
})

test('the cards below a project that is shown large have a name, and no second title', async ({
  page,
}) => {
  const titles = page.locator('#portfolio h3')
  await open(page)
  await expect(page.locator('#portfolio').getByRole('region', { name: 'Projects' })).toBeVisible()
  await expect(titles.nth(1)).toHaveText('Bakery Orders')
  await open(page, 'german')
  await expect(page.locator('#portfolio').getByRole('region', { name: 'Projekte' })).toBeVisible()
  await expect(titles.first()).toContainText('Liegeplatz')
})

test('the search of the browser finds a card out of view', async ({ page }) => {
  await page.setViewportSize(WIDE)
  // A text fragment is found as the search of the browser finds its text, which skips what is inert.
  await page.goto(`${siteOf()}#:~:text=Sheet%20music`)
  await hydrated(page)
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

test('a resize while the gallery moves still shows whole slides', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await next(page).click()
  await next(page).click()
  await page.setViewportSize({ width: 900, height: 800 })
  const first = page.getByRole('group', { name: 'Trail Conditions' })
  await expect
    .poll(async () => {
      const [slide, gallery] = [await first.boundingBox(), await row(page).boundingBox()]
      return Math.abs((slide?.x ?? 0) - (gallery?.x ?? 0))
    })
    .toBeLessThan(10)
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

function carousel(page: Page) {
  return page.locator('#portfolio-carousel')
}

function row(page: Page) {
  return page.locator('#portfolio [role="group"]').first().locator('..')
}

// A gallery with two hundred projects, one of them featured.

test('the end is reachable, and resizing to a phone keeps a valid position', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'largest')
  await row(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  const next = page.getByRole('button', { name: 'Next project' })
  await expect(next).toBeDisabled()
  await expect(page.locator('#portfolio [aria-live]')).toHaveText('198–200 of 200')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(next).toBeEnabled()
  await row(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(page.getByRole('group', { name: '197', exact: true })).toBeInViewport()
})

// The row scrolls natively, even before hydration. Buttons and counter follow its position.

for (const [width, first, shown] of [
  [390, 3, 1],
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
    await expect(spoken, 'nobody asked').toBeEmpty()
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

test('the projects of our own site have pictures of the site, and links that say where they lead', async ({
  page,
}) => {
  await open(page)
  const index = page.getByRole('region', { name: 'Selected work' })
  await expect(index.getByRole('link').first()).toContainText('Bakery Orders')
  await expect(page.locator('#portfolio h3').first()).toHaveText('Harbour Bookings')
  await expect(carousel(page).getByRole('group').first()).toContainText('Bakery Orders')

  const link = (name: string) => carousel(page).getByRole('link', { name, exact: true })
  const code = link('GitHub Harbour Bookings')
  const demo = link('Live Demo Harbour Bookings')
  for (const link of [code, demo]) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
  const links = page.locator('#portfolio article').getByRole('link', { name: /^Live Demo/ })
  const marked = links.filter({ hasText: '(soon)' })
  await expect(marked, 'a link that is a placeholder').toHaveCount(2)
  for (const link of await marked.all()) {
    await expect(link).toHaveAttribute('href', 'https://example.com')
    await expect(link).toHaveAccessibleName(/work in progress.* \(soon\)$/)
  }
  const pictures = page.locator('#portfolio article img')
  await expect(pictures).toHaveCount(6)
  await pictures.first().scrollIntoViewIfNeeded()
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBe(1280)
})

test('the text of a card starts at the same distance from its picture without a link', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'german')
  const titles = page.locator('#portfolio [role="group"] h3')
  await expect(titles).toHaveCount(4)
  // Without a story, a title leads nowhere.
  await expect(titles.locator('a')).toHaveCount(0)
  const heights = await titles.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
})

test('a row with a project without a picture is set: each title is the field, once', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await open(page, 'foreign')
  const cards = page.locator('#portfolio article')
  await expect(cards).toHaveCount(3)
  await expect(cards.locator('img')).toHaveCount(0)
  for (const card of await cards.all()) {
    const title = card.getByRole('heading')
    await expect(title).toHaveCount(1)
    const { width = 0, height = 0 } = (await title.boundingBox()) ?? {}
    // At least of the shape of a picture on its mat.
    expect(height / width).toBeGreaterThan(0.64)
  }
  const ground = (theme: string) =>
    cards
      .first()
      .getByRole('heading')
      .evaluate((title, theme) => {
        document.documentElement.dataset.theme = theme
        return getComputedStyle(title).backgroundColor
      }, theme)
  expect(await ground('dark')).not.toBe(await ground('light'))
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include('#portfolio')
    .analyze()
  expect(violations).toEqual([])
})
