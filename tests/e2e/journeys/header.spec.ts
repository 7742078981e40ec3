import type { Page } from '@playwright/test'
import { expect, open, overhang, siteOf, test } from '../site.ts'

const SECTIONS = ['About', 'Services', 'Portfolio', 'Resume', 'Contact']

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('each menu link updates scroll position, URL, focus and highlight', async ({ page }) => {
    await open(page)
    for (const name of SECTIONS) {
      const id = name.toLowerCase()
      await menuLink(page, name).click()
      await expect(page).toHaveURL(new RegExp(`#${id}$`))
      await expect(page.locator(`#${id}`)).toBeFocused()
      await expect(page.locator('header [aria-current]')).toHaveText([name])
      await expect(page.locator(`#${id}`)).toBeInViewport()
    }
  })

  test('scrolls for one second and stops below the header', async ({ page }) => {
    await open(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const distance = (await topOf(page, '#services')) - 64
    await menuLink(page, 'Services').click()
    await page.clock.runFor(500)
    const halfway = (await topOf(page, '#services')) - 64
    expect(halfway / distance).toBeGreaterThan(0.4)
    expect(halfway / distance).toBeLessThan(0.6)
    await page.clock.runFor(400)
    expect((await topOf(page, '#services')) - 64).toBeGreaterThan(1)
    await page.clock.runFor(200)
    expect(await topOf(page, '#services')).toBeCloseTo(64, -0.5)
  })

  test('a wheel, a touch or a key cancels the smooth scroll', async ({ page }) => {
    await open(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (const event of ['wheel', 'touchstart', 'keydown']) {
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await menuLink(page, 'Contact').click()
      await page.clock.runFor(300)
      await page.locator('body').dispatchEvent(event)
      const at = await page.evaluate(() => scrollY)
      expect(at, event).toBeGreaterThan(100)
      await page.clock.runFor(1200)
      expect(await page.evaluate(() => scrollY), event).toBe(at)
    }
  })

  test('jumps with prefers-reduced-motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await menuLink(page, 'Resume').click()
    expect(await topOf(page, '#resume')).toBeCloseTo(64, -0.5)
  })

  test('highlights one section at a time while scrolling, the last one at the end', async ({
    page,
  }) => {
    await open(page)
    await expect(page.locator('header [aria-current]')).toHaveCount(0)
    for (const name of SECTIONS) {
      await page
        .locator(`#${name.toLowerCase()}`)
        .evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
      await expect(page.locator('header [aria-current]')).toHaveText([name])
    }
  })

  test('highlights the section that fills the viewport, and a short one after its link', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page)
    await page.evaluate(() => {
      const { top } = document.getElementById('portfolio')?.getBoundingClientRect() ?? { top: 0 }
      window.scrollTo({ top: top + scrollY - 250, behavior: 'instant' })
    })
    await expect(page.locator('header [aria-current]')).toHaveText(['Portfolio'])
    await page.setViewportSize({ width: 1920, height: 1200 })
    await menuLink(page, 'Services').click()
    await expect.poll(() => topOf(page, '#services')).toBeCloseTo(64, -0.5)
    await expect(page.locator('header [aria-current]')).toHaveText(['Services'])
  })

  test('the logo links to the top', async ({ page }) => {
    await open(page, 'shipped', '/#contact')
    await page.getByRole('link', { name: 'Reward Codes' }).click()
    await expect(page).toHaveURL(/#hero$/)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('a click with a modifier key is left to the browser', async ({ page }) => {
    await open(page)
    // Runs after all other listeners and prevents the browser from opening a tab.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        document.body.dataset.isLeft = String(!event.defaultPrevented)
        event.preventDefault()
      })
    })
    await menuLink(page, 'About').click({ modifiers: ['ControlOrMeta'] })
    await expect(page.locator('body')).toHaveAttribute('data-is-left', 'true')
    expect(page.url()).not.toContain('#about')
    await menuLink(page, 'About').click()
    await expect(page.locator('body')).toHaveAttribute('data-is-left', 'false')
    await expect(page).toHaveURL(/#about$/)
  })

  test('shows the menu in one line from 769 px, and collapses it at 768', async ({ page }) => {
    await open(page)
    const [button, header] = [page.getByRole('button', { name: 'Menu' }), page.getByRole('banner')]
    for (const width of [769, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(button, `${width} px`).toBeHidden()
      await expect(menuLink(page, 'About')).toBeVisible()
      const { height = 0 } = (await header.boundingBox()) ?? {}
      expect(height, `${width} px`).toBe(64)
      expect(await overhang(page), `${width} px`).toBe(0)
    }
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(button).toBeVisible()
  })
})

test('the button to the top floats in the lower corner, but with the open menu and in print', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const top = page.getByRole('link', { name: 'Back to top' })
  for (const width of [320, 1920]) {
    await page.setViewportSize({ width, height: 740 })
    await page.evaluate(() => window.scrollTo({ top: 2000, behavior: 'instant' }))
    await expect(top).toBeVisible()
    const place = await top.evaluate((button) => {
      const { width, height, right, bottom } = button.getBoundingClientRect()
      const gutter = Number.parseFloat(getComputedStyle(button).insetInlineEnd)
      const { clientWidth } = document.documentElement
      const inset = [right + gutter - clientWidth, bottom + gutter - innerHeight].map(Math.round)
      return { width, height, inset }
    })
    expect(place, `${width} px`).toEqual({ width: 44, height: 44, inset: [0, 0] })
  }
  await page.setViewportSize({ width: 390, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(top).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(top).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(top).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('the hamburger opens and closes the menu, as do a click outside, Escape, a link and a turn', async ({
    page,
  }) => {
    await open(page)
    const button = page.getByRole('button', { name: 'Menu' })
    const about = menuLink(page, 'About')
    await expect(about).toBeHidden()
    const icons = button.locator('svg')
    await expect(icons.first()).toBeVisible()
    await button.click()
    await expect(icons.first()).toBeHidden()
    await expect(icons.last()).toBeVisible()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Tab')
    await expect(about).toBeFocused()
    // The focus moves when the button is pressed, the click comes when it is released.
    await button.click({ delay: 80 })
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(about).toBeHidden()

    // The menu takes the press, so that no project opens below it.
    await button.click()
    await page.mouse.click(100, 700)
    await expect(about).toBeHidden()
    await expect(page).toHaveURL(/\/$/)

    await button.click()
    await page.keyboard.press('Escape')
    await expect(about).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await about.click()
    await expect(about).toBeHidden()
    await expect(page).toHaveURL(/#about$/)

    await button.click()
    await page.setViewportSize({ width: 1280, height: 700 })
    await expect(page.locator('nav:popover-open')).toHaveCount(0)
    await expect(about).toBeVisible()
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('the menu stays closed after its link, also when Tab leaves the section', async ({
      page,
    }) => {
      await page.goto(siteOf())
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await menuLink(page, 'Contact').press('Enter')
      await expect(menuLink(page, 'About')).toBeHidden()
      await page.keyboard.press('Tab')
      await expect(page.locator('#contact :focus')).toHaveCount(1)
      await expect(menuLink(page, 'About')).toBeHidden()
      const icon = page.getByRole('button', { name: 'Menu' }).locator('svg:visible use')
      await expect(icon).toHaveAttribute('href', '#icon-menu')
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await expect(menuLink(page, 'About')).toBeVisible()
      await expect(icon).toHaveAttribute('href', '#icon-lucide:x')
    })
  })
})

function menuLink(page: Page, name: string) {
  return page.getByRole('navigation').getByRole('link', { name, exact: true })
}

function topOf(page: Page, selector: string) {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top)
}
