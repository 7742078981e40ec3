import AxeBuilder from '@axe-core/playwright'
import type { Reply } from '../fixtures/stand-in-gateway.ts'
import {
  button,
  expect,
  fill,
  hold,
  message,
  name,
  notice,
  openForm,
  solve,
  test,
  toasts,
} from './contact.ts'

const FAILED = 'Failed to send message. Please try again later.'

test.describe('a failure of any shape is told, and nothing is lost', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource|ERR_/ })

  const CASES: { what: string; reply: Reply; says: RegExp }[] = [
    { what: 'status 500', reply: { status: 500, text: 'Oh' }, says: /could not be sent/ },
    { what: 'status 400', reply: { status: 400, text: 'No' }, says: /could not be sent/ },
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

  test('a network that is gone', async ({ page, gateway, context }) => {
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

  test('no answer within 15 seconds, and the next try is the same message', async ({
    page,
    gateway,
  }) => {
    gateway.replies = ['hang', { status: 200, text: 'OK' }]
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect.poll(() => gateway.received.length).toBe(1)
    await page.clock.fastForward(14_900)
    await expect(button(page)).toBeDisabled()
    await page.clock.fastForward(200)
    await expect(notice(page)).toContainText('No answer came in time')
    await expect(toasts(page)).toHaveText(FAILED)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
    expect(second).toEqual(first)
  })

  test('axe finds nothing in a failed form with its toast', async ({ page, gateway }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    gateway.replies = [{ status: 500, text: '' }]
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })
})

test.describe('a captcha that was spent', () => {
  test.use({ allowed: /Failed to load resource/ })

  test('begins anew after a failure, and the retry arrives', async ({ page, gateway }) => {
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

test.describe('what is typed survives', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test('a reload, with the name of the message, until it is sent', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page)
    await page.getByRole('combobox', { name: 'Subject' }).click()
    await page.getByRole('option', { name: 'Subject 4' }).click()
    await message(page).fill('Keep me')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Keep me')
    await expect(page.getByRole('combobox', { name: 'Subject' })).toContainText('Subject 4')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
  })

  test('a closed tab, but not over what has been typed meanwhile', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page)
    await message(page).fill('From the first visit')
    await page.close()

    const next = await context.newPage()
    const release = await hold(next, /assets\/live-form/)
    await next.goto(gateway.url)
    await next.getByLabel('Message').fill('Typed early')
    release()
    await expect(next.getByLabel('Name', { exact: true })).toHaveValue('Ada Łovelace')
    await expect(next.getByLabel('Message')).toHaveValue('Typed early')
  })

  test('blocked storage, for as long as the page lives', async ({ page, gateway }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test('another tab that sends the same draft: the next message has a name of its own', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page)
    const other = await context.newPage()
    await openForm(other, gateway)
    await button(other).click()
    await expect(notice(other)).toContainText('Thank you')
    await message(page).fill('Something else')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
    expect(second).not.toEqual(first)
  })
})
