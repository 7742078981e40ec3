import AxeBuilder from '@axe-core/playwright'
import type { Reply } from '../fixtures/mock-gateway.ts'
import { button, expect, fill, message, notice, openForm, solve, test, toasts } from './contact.ts'

const FAILED = 'Failed to send message. Please try again later.'

test.describe('any failure is reported and keeps the input', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource|ERR_/ })

  const CASES: { what: string; reply: Reply; says: RegExp }[] = [
    { what: 'status 500', reply: { status: 500, text: 'Oh' }, says: /could not be sent/ },
    { what: 'status 400', reply: { status: 400, text: 'No' }, says: /was not accepted/ },
    { what: 'status 403', reply: { status: 403, text: 'Forbidden' }, says: /was refused/ },
    {
      what: 'status 429',
      reply: { status: 429, text: 'Too Many Requests' },
      says: /a few minutes/,
    },
    { what: 'status 451', reply: { status: 451, text: 'Headless' }, says: /driven by a program/ },
    { what: 'a broken connection', reply: 'close', says: /could not be sent/ },
  ]
  for (const { what, reply, says } of CASES) {
    test(what, async ({ page, gateway }) => {
      gateway.replies = [reply]
      await openForm(page, gateway)
      await fill(page)
      await message(page).fill('Keep me')
      await button(page).click()
      await expect(toasts(page)).toHaveText(FAILED)
      await expect(toasts(page)).toHaveAttribute('data-type', 'error')
      await expect(notice(page)).toContainText(says)
      await expect(notice(page).getByRole('link')).toHaveAttribute(
        'href',
        'mailto:maja@example.com',
      )
      await expect(message(page)).toHaveValue('Keep me')
      await expect(button(page)).toBeEnabled()
    })
  }

  test('an offline network', async ({ page, gateway, context }) => {
    await openForm(page, gateway)
    await fill(page)
    await context.setOffline(true)
    await button(page).click()
    await expect(toasts(page)).toHaveText(FAILED)
    await expect(notice(page)).toContainText('You seem to be offline')
    await context.setOffline(false)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test('no response times out, and the retry has the same submission id', async ({
    page,
    gateway,
  }) => {
    gateway.replies = ['hang', { status: 200, text: 'OK' }]
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page)
    // Time passes only when the test advances it, so a slow machine does not matter.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await button(page).click()
    await expect.poll(() => gateway.received.length).toBe(1)
    await page.clock.runFor(17_900)
    await expect(button(page)).toBeDisabled()
    await page.clock.runFor(200)
    await expect(notice(page)).toContainText('No answer came in time')
    await expect(toasts(page)).toHaveText(FAILED)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
    expect(second).toEqual(first)
  })

  test('axe finds no violations in a failed form with its toast', async ({ page, gateway }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    gateway.replies = [{ status: 500, text: '' }]
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
})

test.describe('a used captcha token', () => {
  test.use({ allowed: /Failed to load resource/ })

  test('is replaced after a failure, and the retry is delivered', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)
    expect(second?.['g-recaptcha-response']).not.toEqual(first?.['g-recaptcha-response'])
  })
})
