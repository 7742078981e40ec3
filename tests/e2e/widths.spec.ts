import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'

// What holds at every window width, not only at the widths that someone looks at.

/** From the smallest phone to the widest screen, and both sides of the width at which the gallery changes. */
const WIDTHS = [
  ...Array.from({ length: 14 }, (_, step) => 320 + 32 * step),
  768,
  ...Array.from({ length: 56 }, (_, step) => 769 + 32 * step),
  2560,
]
/** How many px a rounded width may differ. */
const ROUNDING = 0.5

for (const [look, variant] of [
  ['index', 'pictures'],
  ['editorial', 'spam filter'],
  ['terminal', 'no captcha'],
] as const) {
  test(`no picture shrinks as the window grows: ${look}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, variant)
    // The wide caret of the terminal after the longest phrase does not widen the page either.
    await page
      .locator('h1 [data-phrase]')
      .evaluate((phrase) =>
        phrase.replaceChildren('I’m a Web Developer.', document.createElement('i')),
      )
    const measured = await measureAll(page, () => {
      const widthOf = (selector: string) => {
        const image = document.querySelector(selector)
        if (!image?.checkVisibility()) throw new Error(`There is no ${selector}.`)
        return image.getBoundingClientRect().width
      }
      return {
        hero: widthOf('#hero [data-shown] img'),
        featured: widthOf('#portfolio article img'),
        card: widthOf('#portfolio [role=group] img'),
        overflow: document.documentElement.scrollWidth - innerWidth,
      }
    })
    const shrunk = (name: 'hero' | 'featured' | 'card', rows: typeof measured) =>
      rows.filter((row, index) => row[name] < (rows[index - 1]?.[name] ?? 0) - ROUNDING)
    expect(shrunk('featured', measured)).toEqual([])
    // The specification shows one card up to 768 px, and three above.
    const [one, three] = [measured.filter(isPhone), measured.filter((row) => !isPhone(row))]
    for (const rows of [one, three]) expect(shrunk('card', rows)).toEqual([])
    // The list stands beside the picture from 600 px on.
    const beside = measured.filter(({ width }) => width >= 600)
    expect(shrunk('hero', measured.slice(0, -beside.length))).toEqual([])
    expect(shrunk('hero', beside)).toEqual([])
    expect(three.at(-1)?.card).toBeGreaterThan(500)
    expect(measured.filter(({ overflow }) => overflow > 0)).toEqual([])
  })
}

/** The size of the headline, in rem. */
const TALLEST = 7

test('the first screen fits, its longest phrase fills the measure, and headings grow', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await page.locator('h1 [data-phrase]').evaluate((phrase) => {
    phrase.textContent = 'I’m a Web Developer.'
  })
  const measured = await measureAll(page, () => {
    const find = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`There is no ${selector}.`)
      return element
    }
    const boxOf = (selector: string) => find(selector).getBoundingClientRect()
    const middleOf = (selector: string) => boxOf(selector).top + boxOf(selector).height / 2
    const sizeOf = (selector: string) =>
      Number.parseFloat(getComputedStyle(find(selector)).fontSize)
    const text = document.createRange()
    text.selectNodeContents(find('h1 [data-phrase]'))
    const { width, height } = text.getBoundingClientRect()
    const size = sizeOf('h1 [data-phrase]')
    return {
      share: width / find('h1').clientWidth,
      size,
      rem: sizeOf('html'),
      lines: Math.round(height / size),
      heading: sizeOf('h2'),
      list: boxOf('#hero ul').bottom,
      picture: boxOf('#hero [data-shown] img'),
      button: middleOf('#hero a[href="#contact"]'),
      arrow: middleOf('#hero a[href="#about"]'),
    }
  })
  for (const { width, share, size, rem, lines, list, picture, button, arrow } of measured) {
    expect(size, `${width} px`).toBeLessThanOrEqual(TALLEST * rem)
    // On a phone, two lines may be larger than one.
    expect(lines, `${width} px`).toBeLessThanOrEqual(width < 640 ? 2 : 1)
    if (lines === 1 && size < TALLEST * rem) expect(share, `${width} px`).toBeGreaterThan(0.87)
    expect(share, `${width} px`).toBeLessThanOrEqual(1)
    if (width <= 1920) expect(picture.bottom, `${width} px`).toBeLessThanOrEqual(list)
    expect(picture.width / picture.height, `${width} px`).toBeCloseTo(16 / 10)
    expect(Math.abs(arrow - button), `${width} px`).toBeLessThan(ROUNDING)
  }
  const sizes = measured.map(({ size }) => size)
  expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  const { size, rem } = measured.at(-1) ?? { size: 0, rem: 1 }
  expect(size).toBe(TALLEST * rem)
  const growing = measured.filter(({ width }) => width >= 480 && width <= 1793)
  for (const [index, { heading, width }] of growing.slice(1).entries()) {
    expect(heading, `${width} px`).toBeGreaterThan(growing[index]?.heading ?? Number.NaN)
  }
  expect(growing.length).toBeGreaterThan(30)
})

function isPhone({ width }: { width: number }) {
  return width <= 768
}

/** Measures the page at each width. */
async function measureAll<Measured extends object>(page: Page, measure: () => Measured) {
  const rows: (Measured & { width: number })[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    rows.push({ width, ...(await page.evaluate(measure)) })
  }
  return rows
}
