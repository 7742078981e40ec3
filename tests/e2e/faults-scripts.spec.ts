import type { Page } from '@playwright/test'
import { keepFigures } from '../fixtures/figures.ts'
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
  said,
  test,
} from './contact.ts'
import { findUnreadable, overhang } from './layout.ts'
import { hydrated } from './site.ts'

/** A page of before a new deployment, whose files are gone and answered with a page. */
const GONE = { status: 404, contentType: 'text/html', body: '<!doctype html><p>Not here' }
const SCRIPTS = [/assets\/client/, /assets\/(?!client|live-form)[^/]*\.js/, /assets\/live-form/]

const seen = { cases: 0, told: 0, 'text kept': 0, lost: 0 }
test.afterAll(() => {
  keepFigures({
    table: 'faults',
    what: '8 scripts, font and pictures gone after a new deployment',
    figures: seen,
  })
})

test.describe('after a new deployment', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load|ERR_|MIME type/ })

  for (const script of SCRIPTS) {
    test(`a message is sent without ${script.source}`, async ({ page, gateway }) => {
      await page.route(script, (route) => route.fulfill(GONE))
      await page.goto(gateway.url)
      seen.cases++
      await write(page)
      await page.waitForLoadState('networkidle')
      await expectKept(page)
      gateway.replies = [{ status: 200, text: '<h1>Your message has arrived</h1>', headers: HTML }]
      await button(page).click()
      await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
      seen.told++
      expect(gateway.received.map(({ fields }) => fields.message)).toEqual([['Keep me']])
    })
  }

  test('and nothing comes of it: the form says so and can be sent again', async ({
    page,
    gateway,
  }) => {
    // To the page it is the same; with a navigation under way, Playwright itself would wait.
    gateway.replies = [
      { status: 204, text: '' },
      { status: 200, text: '<h1>Arrived</h1>', headers: HTML },
    ]
    await page.clock.install()
    await page.route(/assets\/live-form/, (route) => route.fulfill(GONE))
    await page.goto(gateway.url)
    await hydrated(page)
    seen.cases++
    await write(page)
    await button(page).click()
    await expect(button(page)).toBeDisabled()
    await expect.poll(() => gateway.received.length).toBe(1)
    await page.clock.fastForward(15_100)
    await expect(notice(page)).toContainText('No answer came in time')
    seen.told++
    await expectKept(page)
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  })

  test('and the gateway is away too: Back brings the text, and the next try arrives', async ({
    page,
    gateway,
  }) => {
    await page.route(/assets\/live-form/, (route) => route.fulfill(GONE))
    await page.goto(gateway.url)
    await hydrated(page)
    seen.cases++
    await write(page)
    const { port } = new URL(gateway.url)
    await gateway.stop()
    await button(page).click()
    await expect(page).toHaveURL(/chrome-error/)
    seen.told++
    await gateway.start(Number(port))
    await page.unroute(/assets\/live-form/)
    await page.goBack()
    await hydrated(page)
    await approach(page)
    await expectKept(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })
})

test.describe('a page without its font and its pictures', () => {
  test.use({ allowed: /Failed to load|ERR_/ })

  test('is read, says what the pictures show, and keeps what is typed', async ({
    page,
    gateway,
  }) => {
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
      await expect(page.getByRole('img', { name: /Harbour Bookings/ })).toBeVisible()
      seen.told++
      await write(page)
      await expectKept(page)
    }
  })
})

test.describe('the form while its captcha is still on its way', () => {
  test.use({ allowed: /Failed to load|ERR_/ })

  test('says so, is not blocked, and says what to do first', async ({ page, gateway }) => {
    const held = Promise.withResolvers<void>()
    await page.route(/assets\/altcha.*js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await openForm(page, gateway)
    seen.cases++
    await write(page)
    await expect(said(page)).toHaveText('Loading the captcha…')
    await button(page).click()
    await expect(notice(page)).toContainText('complete the captcha challenge')
    seen.told++
    await expectKept(page)
    held.resolve()
    await expect(page.getByRole('checkbox', { name: "I'm not a robot" })).toBeVisible()
  })
})

const HTML = { 'content-type': 'text/html' }

async function write(page: Page) {
  await fill(page)
  await message(page).fill('Keep me')
}

async function expectKept(page: Page) {
  await expect(name(page)).toHaveValue('Ada Łovelace')
  await expect(email(page)).toHaveValue('ada@example.com')
  await expect(message(page)).toHaveValue('Keep me')
  await expect(button(page)).toBeEnabled()
  seen['text kept']++
}
