import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  expect,
  findViolations,
  hold,
  hydrated,
  open,
  recordLayoutShifts,
  siteOf,
  test,
} from './site.ts'

const ADDRESS = /\/assets\/photo-\d[^/]*\.\w+$/

test.describe('with a device pixel ratio of 2', () => {
  test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 })

  test('the browser selects AVIF, and WebP without that, in the width of the card', async ({
    page,
  }) => {
    await open(page, 'pictures')
    await show(last(page))
    await expect.poll(() => selectedSource(last(page))).toBe('800 avif')
    await last(page).evaluate((image) => image.parentElement?.querySelector('source')?.remove())
    await expect.poll(() => selectedSource(last(page))).toBe('800 webp')
  })
})

test('the sizes attribute matches the rendered width in every viewport', async ({ page }) => {
  await open(page, 'pictures')
  for (const width of [320, 600, 768, 769, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const picture of [page.locator('#portfolio article img').first(), first(page)]) {
      await picture.scrollIntoViewIfNeeded()
      // For an image with a `w` descriptor, naturalWidth is the value of `sizes`, once it is chosen for a new width.
      const difference = () =>
        picture.evaluate((image: HTMLImageElement) =>
          Math.abs(image.naturalWidth / image.getBoundingClientRect().width - 1),
        )
      await expect.poll(difference, `${width} px`).toBeLessThan(0.015)
    }
  }
})

test('drawings have the theme of the page, whatever the system prefers', async ({ page }) => {
  for (const [system, theme] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    await open(page)
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    const drawing = page.locator('main img').filter({ visible: true }).first()
    await expect(drawing).toHaveJSProperty('complete', true)
    // The browser may draw the image anew some frames after the theme has changed.
    const lightness = async () => {
      const { channels } = await sharp(await drawing.screenshot())
        .greyscale()
        .stats()
      return channels[0]?.mean ?? Number.NaN
    }
    if (theme === 'light') await expect.poll(lightness).toBeGreaterThan(130)
    else await expect.poll(lightness).toBeLessThan(110)
  }
})

test('an image has reserved space, and loads without layout shift', async ({ page }) => {
  const layoutShifts = await recordLayoutShifts(page)
  const release = await hold(page, ADDRESS)
  await page.setViewportSize({ width: 1280, height: 800 })
  // The page hydrates without its `load` event, which waits for the picture of the first screen.
  await page.goto(siteOf('pictures'), { waitUntil: 'commit' })
  await hydrated(page)
  // The fonts wait for that event, too, and move lines.
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = ''
    return document.fonts.ready.then(() => {})
  })
  await show(first(page))
  const before = await first(page).boundingBox()
  const colour = await middleColour(page)
  const shiftsBefore = await layoutShifts()

  release()
  await expect
    .poll(() => first(page).evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true)
  await expect.poll(() => middleColour(page)).not.toBe(colour)
  expect(await first(page).boundingBox()).toEqual(before)
  expect((before?.width ?? 0) / (before?.height ?? 1)).toBeCloseTo(1.6, 2)
  expect(await layoutShifts()).toEqual(shiftsBefore)
})

test.describe('on a phone', () => {
  // Wide enough for the last picture to be farther away than Chromium loads lazy images.
  test.use({ viewport: { width: 600, height: 600 }, deviceScaleFactor: 2 })

  test('gallery images load only when they are near the viewport', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => ADDRESS.test(request.url()) && asked.push(request.url()))
    await open(page, 'pictures')
    await page.waitForLoadState('networkidle')
    // The first pictures of the gallery are near while the section above has its estimated height.
    expect(asked.join()).not.toMatch(/photo-[4-7]/)
    await show(first(page))
    await expect.poll(() => asked.join()).toContain('photo-2')
    expect(asked.join()).not.toContain('photo-7')
  })
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
    const { height = 0 } = (await title.boundingBox()) ?? {}
    expect(height).toBeGreaterThanOrEqual(9 * 16)
    // The link that covers the field covers no other.
    for (const link of await card.getByRole('link').all()) await link.click({ trial: true })
  }
  expect(await findViolations(page, '#portfolio')).toEqual([])
})

/** The image of the first card in the carousel that is not also shown large. */
function first(page: Page) {
  return page.locator('#portfolio [role="group"] img').nth(1)
}

/**
 * The image of the last card, which the index in the first screen does not have: Chromium selects a larger file than it
 * needs if that is in its memory already.
 */
function last(page: Page) {
  return page.locator('#portfolio [role="group"] img').last()
}

async function show(image: Locator) {
  await image.evaluate((element) =>
    element.scrollIntoView({ behavior: 'instant', block: 'center', inline: 'start' }),
  )
}

/** The width and format of the file that the browser selected. */
function selectedSource(picture: Locator): Promise<string | undefined> {
  return picture.evaluate((image: HTMLImageElement) => {
    if (!image.currentSrc) return undefined
    const { pathname } = new URL(image.currentSrc)
    const sets = [...(image.parentElement?.querySelectorAll('source, img') ?? [])]
    const candidates = sets.flatMap((element) => element.getAttribute('srcset')?.split(', ') ?? [])
    const width = candidates.find((one) => one.startsWith(pathname))?.match(/ (\d+)w$/)?.[1]
    return `${width} ${pathname.split('.').at(-1)}`
  })
}

/** The rendered colour in the middle of the first image. */
async function middleColour(page: Page): Promise<string> {
  const { data, info } = await sharp(await first(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const offset = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
  return data.subarray(offset, offset + 3).toString('hex')
}
