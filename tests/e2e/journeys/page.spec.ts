import type { Page } from '@playwright/test'
import {
  expect,
  findUnreadable,
  findViolations,
  hydrated,
  open,
  overhang,
  siteOf,
  test,
} from '../site.ts'

test.describe('theme', () => {
  test('follows the system until the visitor chooses, and again after', async ({ page }) => {
    await open(page)
    const choices = page.getByLabel('Theme').getByRole('option')
    await expect(choices).toHaveText(['System', 'Light', 'Dark'])
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const choice of ['system', other(scheme), 'system']) {
        await page.getByLabel('Theme').selectOption(choice)
        const shown = choice === 'system' ? scheme : other(scheme)
        expect(await themeColours(page)).toEqual({ bar: shown, page: shown })
      }
    }
    await page.getByLabel('Theme').selectOption('dark')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html'), 'printed').toHaveCSS('color-scheme', 'light')
  })

  test('is stored, and applied before the first paint with its theme-color', async ({ page }) => {
    for (const [scheme, choices] of [
      ['light', ['dark']],
      ['dark', ['light', 'system']],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const choice of choices) {
        await open(page)
        await page.getByLabel('Theme').selectOption(choice)
        // React never loads here, so only the inline script can have set it.
        await page.route(/assets\/client/, () => {})
        await page.reload({ waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const shown = choice === 'system' ? scheme : other(scheme)
        expect(await themeColours(page)).toEqual({ bar: shown, page: shown })
        await page.unroute(/assets\/client/)
        await page.reload()
        await hydrated(page)
        await expect(page.getByLabel('Theme')).toHaveValue(choice)
      }
    }
  })

  test('follows what the visitor chooses in another tab', async ({ page, context }) => {
    await open(page)
    const other = await context.newPage()
    await open(other)
    await other.getByLabel('Theme').selectOption('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByLabel('Theme')).toHaveValue('dark')
  })

  test('is that of the system if the stored one is unknown', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('/theme', 'sepia')
    })
    await open(page)
    await expect(page.getByLabel('Theme')).toHaveValue('system')
    expect(await themeColours(page)).toEqual({ bar: 'light', page: 'light' })
  })
})

test('without scripts, the system decides on the theme', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ javaScriptEnabled: false, colorScheme })
    await page.goto(siteOf())
    await expect(page.getByLabel('Theme')).toBeHidden()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    const background = await page
      .locator('html')
      .evaluate((root) => getComputedStyle(root).backgroundColor)
    const lightness = Number(/oklch\(([\d.]+)/.exec(background)?.[1])
    expect(lightness > 0.5 ? 'light' : 'dark').toBe(colorScheme)
    await page.close()
  }
})

test.describe('when a page is missing', () => {
  test.describe('at an unknown URL', () => {
    test.use({ allowed: /404/ })

    test('a page with status 404 and a link to the front page is served', async ({ page }) => {
      for (const path of ['/nothing/here', '/assets/none.js', '/..%2f..%2fpackage.json']) {
        const response = await page.request.get(siteOf() + path)
        expect(response.status()).toBe(404)
      }
      const response = await page.goto(`${siteOf()}/nothing/here`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.locator('main svg:has([stroke-dasharray])')).toBeVisible()
      await page.getByRole('link', { name: 'Go to the front page' }).click()
      await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    })
  })
})

/** Whether the browser's toolbar (theme-color) and the page are light or dark. */
function themeColours(page: Page) {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const bar = metas.find(({ media }) => matchMedia(media).matches)
    const lightness = (colour: string) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!context) return 'none'
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return (context.getImageData(0, 0, 1, 1).data[1] ?? 0) > 128 ? 'light' : 'dark'
    }
    const { backgroundColor } = getComputedStyle(document.documentElement)
    return { bar: lightness(bar?.content ?? ''), page: lightness(backgroundColor) }
  })
}

function other(theme: 'light' | 'dark') {
  return theme === 'light' ? 'dark' : 'light'
}

test('periods fit one line, at one edge', async ({ page }) => {
  await open(page, 'everything')
  // The line breaks of the content are on the page.
  await expect(page.locator('#talks p').nth(1)).toHaveJSProperty(
    'innerText',
    'Talks GmbH\nLange Reihe 7\n\nHamburg',
  )
  const list = page.locator('[data-area="experience"] > ol')
  for (const width of [1280, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const { edges, lines } = await list.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const dated = [...element.querySelectorAll('p')].filter(
        (text) => getComputedStyle(text).fontVariantNumeric === 'tabular-nums',
      )
      const periods = dated.map((period) => {
        const text = document.createRange()
        text.selectNodeContents(period)
        const { left, right } = text.getBoundingClientRect()
        return { edge: box.width > 480 ? box.right - right : left - box.left, text }
      })
      return {
        edges: periods.map(({ edge }) => Math.round(edge)),
        lines: periods.map(({ text }) => text.getClientRects().length),
      }
    })
    expect(edges).toHaveLength(await list.getByRole('heading').count())
    expect(new Set([...edges, 0]).size, `${width} px`).toBe(1)
    expect(new Set([...lines, 1]).size, `${width} px`).toBe(1)
  }
})

test('the menu highlights no section of another page, also at the end', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/imprint/`)
  await hydrated(page)
  await page.keyboard.press('End')
  await page.waitForTimeout(500)
  await expect(page.locator('header [aria-current]')).toHaveCount(0)
})

test('the privacy notice is accessible and readable', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/privacy/`)
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overhang(page), `${width} px`).toBe(0)
    expect(await findUnreadable(page), `${width} px`).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), `${width} px, ${colorScheme}`).toEqual([])
    }
  }
})
