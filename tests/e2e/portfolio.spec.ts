import { isDeepStrictEqual } from 'node:util'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
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
} from './site.ts'

const WIDE = { width: 1280, height: 800 }
const EDGE = { width: 769, height: 900 }
const MOBILE = { width: 768, height: 900 }

/** The number of moves to the right, by number of projects. */
const MOVES = [
  { variant: 'foreign', wide: 0, narrow: 1 },
  { variant: 'german', wide: 0, narrow: 2 },
  { variant: 'claim', wide: 1, narrow: 3 },
  { variant: 'shipped', wide: 2, narrow: 4 },
]

for (const { variant, wide, narrow } of MOVES) {
  test(`the buttons lead to both ends of the gallery: ${variant}`, async ({ page }) => {
    await open(page, variant)
    const buttons = page.locator('#portfolio button')
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

test('a grid shows every project but the featured one, without buttons', async ({ page }) => {
  await open(page, 'levels')
  await expect(page.locator('#portfolio li article:visible')).toHaveCount(5)
  for (const move of [previous(page), next(page)]) await expect(move).toHaveCount(0)
})

test('shows three at a time, and one at 768 px or narrower', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await expect(slides(page)).toHaveCount(3)
  await page.setViewportSize(EDGE)
  await expect(slides(page)).toHaveCount(3)
  await page.setViewportSize(MOBILE)
  await expect(slides(page)).toHaveCount(1)
})

test('a phone shows the edge of the next card', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  const boxes = await page
    .locator('#portfolio [role="group"]')
    .evaluateAll((slides) => slides.map((slide) => slide.getBoundingClientRect().left))
  expect(boxes[1]).toBeLessThan(360 - 4)
})

test('the buttons move by one and announce the position', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await next(page).click()
  await expect(position(page)).toHaveText('2–4 of 5')
  await expect(slides(page).first()).toHaveAccessibleName('Bakery Orders')
  await expect(slides(page).first()).toBeInViewport()
  await expect(
    page.getByRole('group', { name: 'Lesson Planner', includeHidden: true }),
  ).toHaveAttribute('inert')
})

test('slides out of view cannot be reached with the Tab key', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await next(page).focus()
  const reached: (string | null)[] = []
  for (let step = 0; step < 10; step++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? null))
  }
  expect(reached.slice(0, 9).every((text) => /Lesson|Bakery|Trail/.test(text ?? ''))).toBe(true)
  expect(reached[9]).toMatch(/Download Resume/)
})

test('the arrow keys move the gallery and keep the focus in view', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await page.getByRole('link', { name: /Live Demo Lesson Planner/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(slides(page).first()).toHaveAccessibleName('Bakery Orders')
  await expect(page.getByRole('link', { name: /Live Demo Bakery Orders/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(slides(page).first()).toHaveAccessibleName('Lesson Planner')
})

test('the focus moves away from a button that becomes disabled', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'claim')
  await next(page).focus()
  await page.keyboard.press('Enter')
  await expect(next(page)).toBeDisabled()
  await expect(previous(page)).toBeFocused()
})

test('slides that scroll out of view pass the focus to a visible slide', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await page.getByRole('link', { name: /Live Demo Trail Conditions/ }).focus()
  await page.setViewportSize({ width: 700, height: 800 })
  await expect(page.getByRole('link', { name: /Live Demo Lesson Planner/ })).toBeFocused()
  await row(page).evaluate((element) => element.scrollBy({ left: 400, behavior: 'instant' }))
  await expect(slides(page).first()).toHaveAccessibleName('Bakery Orders')
  await expect(page.getByRole('link', { name: /Live Demo Bakery Orders/ })).toBeFocused()
})

test('a resize while the gallery moves still shows whole slides', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page)
  await next(page).click()
  await next(page).click()
  await page.setViewportSize({ width: 900, height: 800 })
  const first = slides(page).first()
  await expect(first).toHaveAccessibleName('Trail Conditions')
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
  await expect(position(page)).toHaveText('2–4 of 5')
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
    await expect(position(page)).toHaveText('2 of 5')
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

/** The slides in view. The others are inert. */
function slides(page: Page) {
  return page.locator('#portfolio [role="group"]:not([inert])')
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
  await expect(page.locator('#portfolio [aria-live]')).toHaveText('197–199 of 199')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(next).toBeEnabled()
  await expect(slides(page)).toHaveCount(1)
  await row(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(slides(page)).toBeInViewport()
})

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

test('project links open in a new tab and have descriptive names', async ({ page }) => {
  await open(page)
  const code = page.getByRole('link', { name: 'GitHub Harbour Bookings (opens in a new tab)' })
  const demo = page.getByRole('link', { name: 'Live Demo Harbour Bookings (opens in a new tab)' })
  for (const link of [code, demo]) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('the text of a card starts at the same distance from its picture without a link', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'german')
  const titles = page.locator('#portfolio [role="group"] h3')
  await expect(titles).toHaveCount(3)
  await expect(titles.filter({ has: page.locator('a') })).toHaveCount(1)
  const heights = await titles.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
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
  await open(page, 'foreign')
  await expect(page.locator('#portfolio article img')).toHaveCount(3)
  const covers = page.locator('#portfolio article img[alt=""]')
  await expect(covers).toHaveCount(2)
  const sources = await covers.evaluateAll((images) =>
    images.map((image) => image.getAttribute('src')),
  )
  expect(new Set(sources).size).toBe(2)
  const light = await groundOf(covers.first())
  await page.getByLabel('Theme').selectOption('dark')
  await expect
    .poll(async () => luminance(await groundOf(covers.first())))
    .toBeLessThan(luminance(light))
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .include('#portfolio')
    .analyze()
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
