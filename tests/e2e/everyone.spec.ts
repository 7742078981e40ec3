import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'

const WIDTHS = [320, 768, 1280]

for (const width of WIDTHS) {
  for (const media of [
    { name: 'light', colorScheme: 'light' },
    { name: 'dark', colorScheme: 'dark' },
    { name: 'forced colours', forcedColors: 'active' },
  ] as const) {
    test(`axe finds no violations at ${width} px in ${media.name}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const { name: _, ...emulated } = media
      await page.emulateMedia({ ...emulated, reducedMotion: 'reduce' })
      await open(page)
      expect(await violations(page)).toEqual([])
      const button = page.getByRole('button', { name: 'Menu' })
      if (await button.isVisible()) {
        await button.click()
        expect(await violations(page)).toEqual([])
      }
    })
  }
}

for (const variant of ['shipped', 'everything', 'long words', 'bare']) {
  test(`no horizontal scrolling from 320 to 2560 px: ${variant}`, async ({ page }) => {
    await open(page, variant)
    for (const width of [320, 360, 480, 640, 768, 769, 900, 1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
    }
  })
}

test('no horizontal scrolling at 400 % zoom or with text at 200 %', async ({ page }) => {
  // A viewport of 1280 px at 400 % zoom has 320 CSS pixels.
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 640, height: 800 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await overflow(page)).toBe(0)
})

test('the Tab key reaches every control in order, always in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const walk: string[] = []
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (!stop) break
    walk.push(stop.name)
    // The captcha loads on the first focus in the form.
    if (stop.name === 'Name') await expect(page.getByRole('checkbox')).toBeVisible()
    expect(stop, `${stop.name} is seen and outlined`).toMatchObject({
      inView: true,
      outlined: true,
    })
  }
  expect(walk).toEqual([
    'Skip to content',
    'Reward Codes',
    'About',
    'Services',
    'Portfolio',
    'Resume',
    'Contact',
    'LinkedIn (opens in a new tab)',
    'GitHub (opens in a new tab)',
    'Dark theme',
    'Leave a message',
    'Go to About',
    'Harbour Bookings Booking system 2026',
    'Lesson Planner Planning tool 2025',
    'Bakery Orders Ordering system 2025',
    'Trail Conditions Mobile web app 2024',
    'Invoice Reader (work in progress) Internal tool 2026',
    'Choir Library (work in progress) Archive 2026',
    'Download Resume',
    'Harbour Bookings',
    'Read more Harbour Bookings',
    'GitHub Harbour Bookings (opens in a new tab)',
    'Live Demo Harbour Bookings (opens in a new tab)',
    'Next project',
    'Lesson Planner',
    'GitHub Lesson Planner (opens in a new tab)',
    'Live Demo Lesson Planner (opens in a new tab)',
    'Bakery Orders',
    'GitHub Bakery Orders (opens in a new tab)',
    'Live Demo Bakery Orders (opens in a new tab)',
    'Trail Conditions',
    'GitHub Trail Conditions (opens in a new tab)',
    'Live Demo Trail Conditions (opens in a new tab)',
    'Download Resume',
    'Save contact',
    'Name',
    'E-mail',
    'Subject',
    'Message',
    "I'm not a robot",
    'Send message',
    'Back to top',
  ])
})

test('the Tab key does not scroll the page within the header', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await page.evaluate(() => window.scrollTo({ top: 1600, behavior: 'instant' }))
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => window.scrollY)).toBe(1600)
  }
})

test('the menu closes when the focus leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.first()).toBeVisible()
  for (let step = 0; step < 8; step++) await page.keyboard.press('Tab')
  await expect(links.first()).toBeHidden()
})

test('the skip link skips the header', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeFocused()
})

test('targets are at least 44 px high, or links within a sentence', async ({ page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    const small = await page
      .locator('a:visible, button:visible')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.textContent),
      )
    expect(small).toEqual(['Skip to content'].filter((text) => small.includes(text)))
  }
})

test('prints every section and every project, with the URLs of links', async ({ page }) => {
  await open(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Choir Library (work in progress)').last()).toBeVisible()
  await expect(page.locator('#contact form')).toBeHidden()
  await expect(page.getByText('Tell me what you have in mind.')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  const address = await page
    .locator('#portfolio a[target]')
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toContain('https://github.com')
})

async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))
}

/** The horizontal overflow of the page, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** The focused element, whether it is in view below the header, and whether it is outlined. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, top, bottom, width } = element.getBoundingClientRect()
    const label = document.querySelector(`label[for="${element.id}"]`)
    const header = document.querySelector('header')
    const isInHeader = header?.contains(element) || element.textContent === 'Skip to content'
    const limit = isInHeader ? 0 : (header?.getBoundingClientRect().bottom ?? 0)
    const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return {
      name: element.getAttribute('aria-label') ?? label?.textContent?.trim() ?? element.textContent,
      inView:
        top >= limit - 1 &&
        bottom <= window.innerHeight &&
        (element.contains(hit) || hit?.contains(element) === true),
      outlined: getComputedStyle(element).outlineStyle === 'solid',
    }
  })
}
