import type { Page } from '@playwright/test'
import { expect, findUnreadable, findViolations, open, overhang, siteOf, test } from './site.ts'

/** The looks, each with its content. */
const LOOKS = { editorial: 'pictures', terminal: 'no captcha' }
const FAMILIES: Record<string, string> = { editorial: 'Newsreader', terminal: 'JetBrains Mono' }
/** The limit of the fonts of a look in bytes, with the letters of Polish. */
const FONT_BUDGET = 48_000

for (const [look, variant] of Object.entries(LOOKS)) {
  test.describe(look, () => {
    test('nothing is cut, covered or wider than the window', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, variant)
      for (const width of [320, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await overhang(page), `${width} px`).toBe(0)
        expect(await findUnreadable(page), `${width} px`).toEqual([])
        const share = await page.locator('h1 [data-phrase]').evaluate(shareOfMeasure)
        expect(share, `${width} px`).toBeGreaterThan(0.5)
        expect(share, `${width} px`).toBeLessThanOrEqual(1)
      }
    })

    test('no word of a heading breaks, and no text is bolder than its font', async ({ page }) => {
      await open(page, variant)
      await page.setViewportSize({ width: 1280, height: 800 })
      const last = page.getByRole('region', { name: 'Selected work' }).getByRole('link').last()
      await expect(last, 'on the first screen').toBeInViewport({ ratio: 0.99 })
      expect(await synthesized(page)).toEqual([])
      for (const width of [769, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        const headings = await page.locator('h2').evaluateAll((all) =>
          all.map((heading) => {
            if (heading.textContent === 'Summary') heading.textContent = 'Lebenslauf'
            const { height } = heading.getBoundingClientRect()
            const lines = height / Number.parseFloat(getComputedStyle(heading).lineHeight)
            return { text: heading.textContent, lines }
          }),
        )
        const broken = headings.filter(({ lines }) => lines > 1.5)
        expect(broken, `${width} px`).toEqual([])
      }
    })

    test('axe finds no violations in either theme', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, variant)
      for (const theme of ['light', 'dark']) {
        await page.getByLabel('Theme').selectOption(theme)
        expect(await findViolations(page), theme).toEqual([])
      }
    })

    test('loads its own fonts within the budget', async ({ page }) => {
      const fonts: string[] = []
      const weights: Promise<number>[] = []
      page.on('requestfinished', (request) => {
        if (!request.url().endsWith('.woff2')) return
        fonts.push(request.url())
        weights.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
      })
      await open(page, variant)
      await page.evaluate(() => document.fonts.ready)
      const family = await page
        .locator('body')
        .evaluate((body) => getComputedStyle(body).fontFamily)
      expect(family).toContain(FAMILIES[look])
      await expect.poll(() => fonts.length).toBeGreaterThan(1)
      const total = (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0)
      expect(total).toBeLessThan(FONT_BUDGET)
    })
  })
}

test('the terminal is dark until the visitor chooses, also before the scripts load', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route(/assets\/client/, () => {})
  await page.goto(siteOf(LOOKS.terminal))
  expect(await schemeOf(page)).toBe('dark')
  await page.unroute(/assets\/client/)
  await open(page, LOOKS.terminal)
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  await page.getByLabel('Theme').selectOption('system')
  expect(await schemeOf(page)).toBe('light dark')
  await page.reload()
  expect(await schemeOf(page)).toBe('light dark')
})

test('theme.css overrides tokens and uses a picture of the content, and site.hue sets the hue', async ({
  page,
}) => {
  await open(page, 'levels')
  const hero = page.locator('#hero')
  const [, picture = ''] =
    /url\("(.+)"\)/.exec(
      await hero.evaluate((section) => getComputedStyle(section).backgroundImage),
    ) ?? []
  const response = await page.request.get(picture)
  expect(response.headers()['content-type']).toBe('image/jpeg')
  await expect(page.locator('body')).toHaveCSS('font-size', '20px')
  await expect(page.locator('#hero [data-variant="primary"]')).toHaveCSS('border-radius', '12px')
  const hues = await page.evaluate(() => {
    const probe = document.createElement('p')
    document.body.append(probe)
    return ['accent', 'spark'].map((name) => {
      probe.style.color = `var(--color-${name})`
      return Number(/([\d.]+)\)$/.exec(getComputedStyle(probe).color)?.[1])
    })
  })
  expect(hues).toEqual([300, 180])
})

function schemeOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
}

/** The width of the name in relation to its heading. Runs in the page. */
function shareOfMeasure(phrase: Element): number {
  const text = document.createRange()
  text.selectNodeContents(phrase)
  return text.getBoundingClientRect().width / (phrase.closest('h1')?.clientWidth ?? Number.NaN)
}

/** Texts that are bold in the face for texts, which has one weight: browsers smear its letters. */
function synthesized(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const display = getComputedStyle(document.documentElement).getPropertyValue('--font-display')
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      const { fontWeight, fontFamily } = getComputedStyle(element)
      const hasText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      )
      const isBold =
        Number(fontWeight) >= 600 && fontFamily.replaceAll('"', '') !== display.replaceAll('"', '')
      return hasText && isBold && element.checkVisibility() ? [element.outerHTML.slice(0, 80)] : []
    })
  })
}
