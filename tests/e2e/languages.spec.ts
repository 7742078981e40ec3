import type { Locator } from '@playwright/test'
import { BELOW } from '../fixtures/variants.ts'
import { expect, notice, test } from './contact.ts'
import { HYDRATED_FORM, hydrated, open } from './site.ts'

const VARIANT = 'everything'

test.use({ variant: VARIANT })

test('each link of the menu is on one line in every window', async ({ page }) => {
  await open(page, VARIANT)
  const links = page.locator('nav a[data-text]')
  for (let width = 600; width <= 1200; width += 20) {
    await page.setViewportSize({ width, height: 800 })
    const lines = await links.evaluateAll((all) =>
      all.map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getClientRects().length
      }),
    )
    expect(Math.max(...lines), `${width} px`).toBeLessThanOrEqual(1)
  }
})

test('the form speaks the language of its page', async ({ page, gateway }) => {
  await page.goto(`${gateway.url}${BELOW}pl/`)
  await hydrated(page)
  await page.locator('#contact form').hover()
  await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  await page.getByLabel('Imię i nazwisko').fill('Ada Łovelace')
  await page.getByLabel('E-mail', { exact: true }).fill('ada@')
  await page.getByLabel('Wiadomość', { exact: true }).fill('Dzień dobry')
  await page.getByRole('button', { name: 'Wyślij wiadomość' }).click()
  await expect(page.getByText('Ten adres e-mail jest niepełny.')).toBeVisible()
  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
  await page.getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Wyślij wiadomość' }).click()
  await expect(notice(page)).toContainText('Dziękuję. Wiadomość dotarła, odpowiem e-mailem.')
  await expect(page.getByText('Wiadomość została wysłana!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Potwierdzenie' })).toBeVisible()
  expect(gateway.received[0]?.fields.page_language).toEqual(['pl'])
})

test.describe('without the script of the form', () => {
  test.use({ allowed: /ERR_FAILED|Error hydrating/ })

  test('the browser sends the form', async ({ page, gateway }) => {
    await page.route(/\/ContactForm\.[\w-]+\.js/, (route) => route.abort())
    await page.goto(`${gateway.url}${BELOW}pl/`)
    await page.getByLabel('Imię i nazwisko').fill('Ada Łovelace')
    await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
    await page.getByLabel('Wiadomość', { exact: true }).fill('Dzień dobry')
    const sent = page.waitForRequest(/send-form/)
    await page.getByRole('button', { name: 'Wyślij wiadomość' }).click()
    // The gateway answers in the language of the page, also if it does not read the form.
    expect((await sent).url()).toMatch(/\?page_language=pl$/)
    await expect.poll(() => gateway.received.length).toBe(1)
  })
})

test('a link to another language keeps the section', async ({ page }) => {
  await open(page, VARIANT)
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Resume' })
    .click()
  await expect(page).toHaveURL(/#resume$/)
  const heading = page.getByRole('heading', { name: 'Summary' })
  await expect.poll(() => topOf(heading)).toBeLessThan(200)
  await page.getByRole('link', { name: 'Polski' }).click()
  await expect(page).toHaveURL(/\/pl\/#resume$/)
  await expect
    .poll(() => topOf(page.getByRole('heading', { name: 'Podsumowanie' })))
    .toBeLessThan(200)
})

const topOf = (element: Locator) =>
  element.evaluate((node) => Math.abs(node.getBoundingClientRect().top))
