import type { Page } from '@playwright/test'
import { recordResult } from '../fixtures/results.ts'
import {
  approach,
  button,
  email,
  expect,
  fill,
  message,
  name,
  notice,
  openForm,
  test,
} from './contact.ts'
import { findUnreadable, hold, hydrated, open, overhang } from './site.ts'

test.describe('extreme content', () => {
  const WIDTHS = [320, 1280]
  const VARIANTS = ['largest', 'smallest', 'foreign', 'everything']

  const seen = { pages: 0, unreadable: 0, 'too wide': 0 }
  test.afterAll(() => {
    recordResult({
      table: 'faults',
      what: '8 extreme content, at 320 and 1280 px',
      figures: seen,
    })
  })

  for (const variant of VARIANTS) {
    test(`nothing is clipped, hidden or wider than the viewport: ${variant}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        await open(page, variant)
        const unreadable = await findUnreadable(page)
        const overflow = await overhang(page)
        seen.pages++
        seen.unreadable += unreadable.length
        seen['too wide'] += overflow > 0 ? 1 : 0
        expect(unreadable, `at ${width} px`).toEqual([])
        expect(overflow, `at ${width} px`).toBe(0)
      }
    })
  }

  test('the menu shows items of 200 letters, and each scrolls into view', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await open(page, 'largest')
    await page.getByRole('banner').getByRole('button').first().click()
    const links = page.getByRole('navigation').locator('ul').first().getByRole('link')
    await expect(links.last()).toBeVisible()
    for (const link of await links.all()) {
      await link.scrollIntoViewIfNeeded()
      await expect(link).toBeInViewport()
    }
    expect(await overhang(page)).toBe(0)
  })
})

test.describe('missing files', () => {
  /** The response to files of a previous deployment: an HTML page with status 404. */
  const GONE = { status: 404, contentType: 'text/html', body: '<!doctype html><p>Not here' }
  const SCRIPTS = [
    /assets\/client/,
    /assets\/(?!client|ContactForm)[^/]*\.js/,
    /assets\/ContactForm/,
  ]

  const seen = { cases: 0, 'error shown': 0, 'input preserved': 0, lost: 0 }
  test.afterAll(() => {
    recordResult({
      table: 'faults',
      what: '8 scripts, font and images missing after a new deployment',
      figures: seen,
    })
  })

  test.describe('after a new deployment', () => {
    test.use({ variant: 'no captcha', allowed: /Failed to load|ERR_|MIME type|Error hydrating/ })

    for (const script of SCRIPTS) {
      test(`a message is submitted without ${script.source}`, async ({ page, gateway }) => {
        await page.route(script, (route) => route.fulfill(GONE))
        await page.goto(gateway.url)
        seen.cases++
        await fill(page, 'Keep me')
        await page.waitForLoadState('networkidle')
        await expectInputKept(page)
        gateway.replies = [
          { status: 200, text: '<h1>Your message has arrived</h1>', headers: HTML },
        ]
        await button(page).click()
        await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
        seen['error shown']++
        expect(gateway.received.map(({ fields }) => fields.message)).toEqual([['Keep me']])
      })
    }

    test('if the gateway is down too, Back restores the input and the retry succeeds', async ({
      page,
      gateway,
    }) => {
      await page.route(/assets\/ContactForm/, (route) => route.fulfill(GONE))
      await page.goto(gateway.url)
      await hydrated(page)
      seen.cases++
      await fill(page, 'Keep me')
      const { port } = new URL(gateway.url)
      await gateway.stop()
      await inputSaved(page)
      await button(page).click()
      await expect(page).toHaveURL(/chrome-error/)
      seen['error shown']++
      await gateway.start(Number(port))
      await page.unroute(/assets\/ContactForm/)
      await page.goBack()
      await hydrated(page)
      await approach(page)
      await expectInputKept(page)
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
    })
  })

  test.describe('a page without its font and images', () => {
    test.use({ allowed: /Failed to load|ERR_/ })

    test('is readable, shows alternative text and keeps the input', async ({ page, gateway }) => {
      await page.route(/woff2|placeholder|\.(?:svg|png|avif|webp|jpg)/, (route) =>
        route.fulfill(GONE),
      )
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        seen.cases++
        await openForm(page, gateway)
        expect(await findUnreadable(page)).toEqual([])
        expect(await overhang(page)).toBe(0)
        await expect(page.getByRole('img', { name: /Harbour Bookings/ }).first()).toBeVisible()
        seen['error shown']++
        await fill(page, 'Keep me')
        await expectInputKept(page)
      }
    })
  })

  test.describe('the form while its captcha loads', () => {
    test.use({ allowed: /Failed to load|ERR_/ })

    test('shows that it checks, and a message waits for it', async ({ page, gateway }) => {
      const release = await hold(page, /assets\/altcha.*js/)
      await openForm(page, gateway)
      seen.cases++
      await fill(page, 'Keep me')
      await page.getByRole('checkbox').click()
      await expect(page.getByRole('checkbox', { name: 'Checking…' })).toBeVisible()
      seen['error shown']++
      await expectInputKept(page)
      await button(page).click()
      await expect(button(page)).toHaveText('Sending…')
      release()
      await expect(notice(page)).toContainText('Thank you')
    })
  })

  const HTML = { 'content-type': 'text/html' }

  /**
   * Chromium saves the input of a page for Back a second after the last change, and when the page is
   * left. An error page has another process and does not wait for a busy page to save.
   */
  async function inputSaved(page: Page) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)))
  }

  async function expectInputKept(page: Page) {
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(email(page)).toHaveValue('ada@example.com')
    await expect(message(page)).toHaveValue('Keep me')
    await expect(button(page)).toBeEnabled()
    seen['input preserved']++
  }
})
