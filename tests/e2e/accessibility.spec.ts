import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { approach, expect, name, test } from './contact.ts'
import { findViolations, hydrated, open, recordAnnouncements } from './site.ts'

const PROJECTS = [
  'Bakery Orders',
  'Lesson Planner',
  'Trail Conditions',
  'Harbour Bookings',
  'Invoice Reader (work in progress)',
  'Choir Library (work in progress)',
]

const WIDTHS = [320, 768, 1280]

test('axe finds no violations at any width, in light, dark and forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    expect(await findViolations(page), `${width} px`).toEqual([])
    const menu = page.getByRole('button', { name: 'Menu' })
    if (!(await menu.isVisible())) continue
    await menu.click()
    expect(await findViolations(page, 'header'), `the menu at ${width} px`).toEqual([])
    await menu.click()
  }
  for (const media of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ colorScheme: 'light', ...media })
    const { violations } = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  }
  // Without their colours, sections have edges.
  for (const side of ['top', 'bottom']) {
    await expect(page.locator('#contact')).toHaveCSS(`border-${side}-style`, 'solid')
  }
})

test('the Tab key reaches every control in order, always in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const walk: string[] = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (!stop) break
    walk.push(stop.name)
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
    'LinkedIn',
    'GitHub',
    'Theme',
    'Leave a message',
    'Go to About',
    'Bakery Orders Not one order lost Ordering system 2026',
    'Lesson Planner A week’s plan in ten minutes Planning tool 2026',
    'Trail Conditions 900 reports in the first winter Mobile web app 2025',
    'Harbour Bookings Half the calls Booking system 2025',
    'Download Resume',
    'New booking',
    'Bryza',
    'Harbour Bookings',
    'GitHub Harbour Bookings',
    'Live Demo Harbour Bookings',
    'Previous project',
    'Next project',
    ...PROJECTS.flatMap((title) => [
      title,
      `GitHub ${title}`,
      `Live Demo ${title}${title.includes('in progress') ? ' (soon)' : ''}`,
    ]),
    'Download Resume',
    'Download Resume, DOCX',
    'Download Resume, TXT',
    'hello@example.com',
    'Save contact',
    'Name',
    'E-mail',
    'Subject',
    'Message',
    'I’m not a robot',
    'Send message',
    'Back to top',
    'hello@example.com',
    'LinkedIn',
    'GitHub',
    'How it is made',
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

test('the skip link skips the header', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeFocused()
})

test('the menu closes when the focus leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('navigation')
  const links = menu.getByRole('link')
  await expect(links.first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(links.first()).toBeFocused()
  while ((await menu.locator(':focus').count()) > 0) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Theme')).toBeFocused()
  await expect(links.first()).toBeHidden()
})

test('targets are at least 44 px high, or links within a sentence', async ({ page }) => {
  await open(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
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

/** The focused element, whether it is in view below the header, and whether it is outlined. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, top, bottom, width } = element.getBoundingClientRect()
    const label = element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`)
    const header = document.querySelector('header')
    const isInHeader = header?.contains(element) || element.textContent === 'Skip to content'
    const limit = isInHeader ? 0 : (header?.getBoundingClientRect().bottom ?? 0)
    // Browsers scroll the caret of a text into view, which stands in its first line.
    const end = element instanceof HTMLTextAreaElement ? top + 48 : bottom
    const hit = document.elementFromPoint(left + width / 2, (top + end) / 2)
    return {
      name: element.getAttribute('aria-label') ?? label?.textContent?.trim() ?? element.textContent,
      inView:
        top >= limit - 1 &&
        end <= window.innerHeight &&
        (element.contains(hit) || hit?.contains(element) === true),
      outlined: getComputedStyle(element).outlineStyle === 'solid',
    }
  })
}

test('nothing is announced before an interaction', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  for (const path of ['/', '/#contact', '/#:~:text=within%20two%20working%20days']) {
    await page.goto('about:blank')
    await page.goto(gateway.url + path)
    await hydrated(page)
    await approach(page)
    await name(page).focus()
    await expect(page.getByRole('checkbox')).toBeVisible()
    expect(await said(), path).toEqual([])
    const regions = await page.locator('[aria-live]').allInnerTexts()
    expect(regions.length).toBeGreaterThan(2)
    expect(regions.join('')).toBe('')
  }
})
