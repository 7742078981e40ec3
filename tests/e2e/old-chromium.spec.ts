import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, type Page } from '@playwright/test'
import { readPalettes } from '../../packages/reward-codes/images/colors.ts'
import { test as base, expect } from './contact.ts'
import { driverOf, JOURNEYS } from './journeys.ts'
import { findUnreadable, hydrated, overhang } from './site.ts'

// The oldest Chromium that the page is made for. docs/browsers.md says what it lacks. It warns of what it will
// know later: an attribute, and a key of the rule that loads stories ahead. npm's packages have it for Linux on x64.

const test = base.extend<object, { old: Browser }>({
  old: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'old-chromium-'))
      const browser = await start(join(folder, 'chromium'))
      await use(browser)
      await browser.close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  context: async ({ old, viewport, colorScheme, javaScriptEnabled }, use) => {
    const context = await old.newContext({
      viewport,
      ...(colorScheme && { colorScheme }),
      ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
    })
    await use(context)
    await context.close()
  },
})

// Serial: each worker would unpack and start it.
test.describe.configure({ mode: 'default' })

test.use({ allowed: /Found a 'popover' attribute|unknown key: "eagerness"/ })

test('all text is readable, fields have edges, and buttons have faces', async ({
  page,
  gateway,
}) => {
  await page.goto(gateway.url)
  await hydrated(page)
  await page.getByRole('button', { name: 'Pause the typed line' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      const what = `${width} px, ${colorScheme}`
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      expect(await findUnreadable(page), what).toEqual([])
      expect(await overhang(page), what).toBe(0)
      const axe = new AxeBuilder({ page }).withRules(['color-contrast'])
      const { violations } = await axe.analyze()
      expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
      const { bg } = readPalettes({ look: 'index', hue: 165 })[colorScheme]
      expectColor(await colorOf(page, 'html', 'backgroundColor'), bg)
      const ground = await colorOf(page, '#contact', 'backgroundColor')
      for (const field of ['[name="user_name"]', 'select[name="subject"]', 'textarea']) {
        const edge = await colorOf(page, `#contact ${field}`, 'borderTopColor')
        expect(edge, `${field}, ${what}`).not.toEqual(ground)
      }
      const face = await colorOf(page, '#contact button[type="submit"]', 'backgroundColor')
      expect(face, what).not.toEqual(ground)
    }
    // A chosen theme replaces that of the system.
    const palettes = readPalettes({ look: 'index', hue: 165 })
    for (const theme of ['dark', 'light', 'system'] as const) {
      await page.getByLabel('Theme').selectOption(theme)
      const shown = palettes[theme === 'system' ? colorScheme : theme]
      expectColor(await colorOf(page, 'html', 'backgroundColor'), shown.bg)
      expectColor(await colorOf(page, 'html', 'color'), shown.text)
    }
  }
})

for (const [what, journey] of Object.entries(JOURNEYS)) {
  test(what, ({ page, gateway }) => journey(driverOf(page), gateway))
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } })

  test('the menu leads to its sections', async ({ page, gateway }) => {
    await page.goto(gateway.url)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Resume' })
    await link.click()
    await expect(page).toHaveURL(/#resume$/)
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeInViewport()
  })
})

/** Browsers round the conversion from OKLCH differently. */
function expectColor(color: number[], hex: string) {
  const expected = Array.from(hex.matchAll(/[\da-f]{2}/g), ([part]) => parseInt(part, 16))
  for (const [index, channel] of color.entries()) {
    const difference = Math.abs(channel - (expected[index] ?? Number.NaN))
    expect(difference, `${color} for ${expected}`).toBeLessThanOrEqual(1)
  }
}

/** A colour of an element in sRGB, whatever syntax the browser computes it in. Its canvas knows no OKLCH. */
function colorOf(
  page: Page,
  selector: string,
  property: 'color' | 'backgroundColor' | 'borderTopColor',
) {
  return page.locator(selector).evaluate((element, name) => {
    const probe = document.createElement('i')
    const color = getComputedStyle(element)[name]
    probe.style.color = `color-mix(in srgb, ${color}, ${color})`
    document.body.append(probe)
    const [, ...channels] = getComputedStyle(probe).color.split(/[ )]/)
    probe.remove()
    return channels.slice(0, 3).map((channel) => Math.round(255 * Number(channel)))
  }, property)
}

function start(executablePath: string): Promise<Browser> {
  const module = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
  const packed = readFileSync(join(dirname(module), '../bin/chromium.br'))
  writeFileSync(executablePath, brotliDecompressSync(packed))
  chmodSync(executablePath, 0o755)
  // The build is some days older than the release of 111, which has these colours without the option.
  const released = '--enable-blink-features=CSSColor4,ColorMix'
  const args = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu', released]
  return chromium.launch({ executablePath, args })
}
