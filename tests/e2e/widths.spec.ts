import { expect, open, test } from './site.ts'

// What holds at every window width, not only at the widths that someone looks at.

/** From the smallest phone to the widest screen, and both sides of the width at which the gallery changes. */
const WIDTHS = [
  ...Array.from({ length: 7 }, (_, step) => 320 + 64 * step),
  768,
  ...Array.from({ length: 28 }, (_, step) => 769 + 64 * step),
  2560,
]
/** How many px a rounded width may differ. */
const ROUNDING = 0.5

for (const [look, variant] of [
  ['index', 'everything'],
  ['editorial', 'pictures'],
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
    const measure = () => {
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
    }
    const measured: (ReturnType<typeof measure> & { width: number })[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      measured.push({ width, ...(await page.evaluate(measure)) })
    }
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

test('collapses the menu when its labels do not fit', async ({ page }) => {
  await open(page, 'foreign')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(page.getByRole('navigation').getByText('Zusammenarbeit').first()).toBeVisible()
})

function isPhone({ width }: { width: number }) {
  return width <= 768
}
