import type { Page } from '@playwright/test'
import { CLAIM } from '../fixtures/variants.ts'
import { expect, open, test } from './site.ts'

// The first screen of other portfolios than ours.

/** The font size of a phrase in px from which on it has at most two lines. */
const MIN_FONT_SIZE = 28
/** That of the name, below which no phrase is set, however long its words are. */
const NAME_FONT_SIZE = 24

for (const variant of ['foreign', 'largest']) {
  test(`no phrase is higher than two lines at any width: ${variant}`, async ({ page }) => {
    await open(page, variant)
    await page.evaluate(keepFirstScreen)
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const { full, sizers, overflow } = await measureSizers(page)
      for (const { size, reserved, needed } of sizers) {
        expect(needed, `${width} px`).toBeLessThanOrEqual(reserved + 1)
        if (size > MIN_FONT_SIZE) expect(reserved, `${width} px`).toBeLessThanOrEqual(2 * full + 1)
        expect(size, `${width} px`).toBeGreaterThanOrEqual(NAME_FONT_SIZE)
      }
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
      // A long phrase uses the available height.
      const { needed = 0 } = sizers.at(-1) ?? {}
      if (width === 360) expect(needed / full).toBeGreaterThan(1.4)
    }
  })
}

test('a claim is the heading, in at most three lines, beside a portrait and the work', async ({
  page,
}) => {
  await open(page, 'levels')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAccessibleName(CLAIM)
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toHaveCount(0)
  const portrait = page.getByRole('img', { name: 'Maja Zielińska' })
  const name = page.locator('#hero').getByText('Maja Zielińska', { exact: true })
  for (const width of [320, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const { lines, size, overflow } = await heading.evaluate((element) => {
      const { lineHeight, fontSize } = getComputedStyle(element.firstElementChild ?? element)
      return {
        lines: Math.round(element.clientHeight / Number.parseFloat(lineHeight)),
        size: Number.parseFloat(fontSize),
        overflow: element.scrollWidth - element.clientWidth,
      }
    })
    expect(lines, `${width} px`).toBeLessThanOrEqual(3)
    expect(size, `${width} px`).toBeGreaterThanOrEqual(28)
    expect(overflow, `${width} px`).toBe(0)
    for (const part of [portrait, name]) {
      await expect(part, `${width} px`).toBeInViewport({ ratio: 0.99 })
    }
  }
})

test('without projects, the bio begins beside the name, and goes on below', async ({ page }) => {
  await open(page, 'japanese')
  const opening = page.getByText(/^社内に開発チームを持たない会社/)
  await expect(opening).toHaveCount(1)
  for (const [width, height] of [
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(opening, `${width} px`).toBeInViewport({ ratio: 0.99 })
    const [name, text] = await Promise.all([
      page.locator('#hero p', { hasText: /^山田花子$/ }).boundingBox(),
      opening.boundingBox(),
    ])
    if (width > 1024) expect(text?.x).toBeGreaterThan((name?.x ?? 0) + 200)
    await expect(page.locator('#about p').first()).toContainText('仕事の多くは')
    const about = await page.locator('#about').boundingBox()
    const parts = await page.locator('#hero a, #hero p').all()
    const ends = parts.map(async (part) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height
    })
    const space = (about?.y ?? 0) - Math.max(...(await Promise.all(ends)))
    expect(space, `${width} px`).toBeLessThan(100)
  }
})

test('an entry of the index leads to the card of a project without a story', async ({ page }) => {
  await open(page, 'smallest')
  await page.locator('#hero section a').click()
  await expect(page).toHaveURL(/#project-1$/)
  const card = page.locator('#portfolio article#project-1')
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport({ ratio: 0.8 })
})

/** Removes the other sections, whose layout takes seconds in the largest content. Runs in the page. */
function keepFirstScreen() {
  for (const section of document.querySelectorAll('#hero ~ section')) section.remove()
}

/** The line height, and for each phrase its reserved height and the height that its text needs. */
function measureSizers(page: Page) {
  return page.locator('h1').evaluate((heading) => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const sizers = [...heading.querySelectorAll<HTMLElement>('[data-text]')].map((sizer) => {
      const reserved = sizer.getBoundingClientRect().height
      // Neither clipped nor stretched to the height of the longest phrase.
      const { cssText } = sizer.style
      Object.assign(sizer.style, { maxHeight: 'none', alignSelf: 'start' })
      const needed = sizer.getBoundingClientRect().height
      sizer.style.cssText = cssText
      return { size: sizeOf(sizer), reserved, needed }
    })
    const full = Number.parseFloat(getComputedStyle(heading).lineHeight)
    return { full, sizers, overflow: heading.scrollWidth - heading.clientWidth }
  })
}
