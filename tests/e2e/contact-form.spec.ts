import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  button,
  email,
  expect,
  fill,
  message,
  name,
  notice,
  openForm,
  solve,
  subject,
  test,
  toasts,
} from './contact.ts'
import { findViolations } from './site.ts'

test('a message is sent with every field of the protocol', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await fill(page)
  await subject(page).selectOption('Project Collaboration')
  await message(page).fill('One\nTwo – ż 😀')
  await solve(page)
  await button(page).click()
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  await expect(toasts(page)).toHaveAttribute('data-type', 'success')

  expect(gateway.received).toHaveLength(1)
  const [received] = gateway.received
  expect(received?.contentType).toMatch(/^multipart\/form-data; boundary=/)
  const { submission_id, seconds_to_fill, receipt, ...fields } = received?.fields ?? {}
  expect(fields).toEqual({
    user_name: ['Ada Łovelace'],
    user_email: ['ada@example.com'],
    subject: ['Project Collaboration'],
    message: ['One\r\nTwo – ż 😀'],
    contact_website_url: [''],
    'g-recaptcha-response': [expect.stringMatching(/^[\w+/=]{200,}$/)],
    lib_version: ['4.3.3'],
    service_id: ['default_service', 'default_service'],
    template_id: ['message', 'message'],
    user_id: ['portfolio', 'portfolio'],
  })
  expect(submission_id).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(seconds_to_fill).toEqual([expect.stringMatching(/^\d+$/)])
  await expect(receiptOf(page).getByText(receipt?.[0] ?? '-', { exact: true })).toBeVisible()
})

test('the form resets after a message, and the next one gets a new submission id', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  for (const _ of [1, 2]) {
    await fill(page)
    await subject(page).selectOption('Feedback')
    await message(page).fill('Good')
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(name(page)).toHaveValue('')
    await expect(email(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
    await expect(subject(page)).toHaveValue('')
    await expect(page.getByRole('checkbox', { name: 'I’m not a robot' })).not.toBeChecked()
    await expect(button(page)).toBeEnabled()
  }
  const ids = gateway.received.map(({ fields }) => fields.submission_id?.[0])
  expect(new Set(ids).size).toBe(2)
  expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toBeNull()
})

test.describe('after a message was sent', () => {
  test.use({ variant: 'no captcha' })

  test('Send reports an empty form, and sends the next message', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(async () => {
      await button(page).click()
      await expect(name(page)).toHaveAttribute('aria-invalid', 'true', { timeout: 500 })
    }).toPass({ timeout: 10_000 })
    await expect(name(page)).toBeFocused()
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(2)
  })
})

test('without a solved captcha nothing is sent, and a toast gives the reason', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  await fill(page)
  await button(page).click()
  await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
  await expect(toasts(page)).toHaveAttribute('data-type', 'error')
  await expect(notice(page)).toContainText('complete the captcha challenge above')
  expect(gateway.received).toEqual([])
  const box = page.getByRole('checkbox', { name: 'I’m not a robot' })
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('label', { has: box })).toHaveCSS('outline-style', 'solid')
  await solve(page)
  await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0)
  await expect(notice(page)).toBeHidden()
})

test('the browser requires name and e-mail address, and the page adds its own errors', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  await expect(page.locator('[novalidate]')).toHaveCount(0)
  await button(page).click()
  await expect(name(page)).toBeFocused()
  await expect(name(page)).toHaveAccessibleDescription('Please enter your name.')
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(email(page)).toHaveAccessibleDescription(/Please enter your e-mail address/)
  expect(await findViolations(page, '#contact')).toEqual([])

  await name(page).fill('Ada')
  await expect(name(page)).toHaveAttribute('aria-invalid', 'false')
  for (const [address, error] of [
    ['ada@', /address is incomplete/],
    ['ada@example.', /address is incomplete/],
    ['ü@example.com', /address cannot be used/],
    ['ada,eve@example.com', /address cannot be used/],
    ['Ada <ada@example.com>', /address cannot be used/],
  ] as const) {
    await email(page).fill(address)
    await expect(email(page)).toHaveAccessibleDescription(error)
    // The bubble of the browser has the same text, and is below the field.
    await expect(email(page)).toHaveJSProperty('validationMessage', await errorOf(email(page)))
  }
  await button(page).click()
  await expect(email(page)).toBeFocused()
  const text = await page.locator('#message-email-error').boundingBox()
  const field = await email(page).boundingBox()
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
  await expect(toasts(page)).toHaveCount(0)
  expect(gateway.received).toEqual([])
})

test('the bubble of the browser covers no other error on a phone', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 390, height: 760 })
  await openForm(page, gateway)
  await button(page).click()
  await expect(name(page)).toBeFocused()
  const field = await name(page).boundingBox()
  const text = await page.locator('#message-email-error').boundingBox()
  if (!field || !text) throw new Error('There is no error.')
  const below = field.y + field.height
  const hasWhite = async (clip: typeof field) => {
    const { data } = await sharp(await page.screenshot({ clip }))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data.includes(255)
  }
  await expect.poll(() => hasWhite({ ...field, y: below, height: text.y - below })).toBe(true)
  expect(await hasWhite(text)).toBe(false)
})

test('white space is no valid name, and the form shows a summary error', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  await name(page).fill('   ')
  await email(page).fill('ada@example.com')
  await button(page).click()
  await expect(notice(page)).toContainText('look at the marked fields')
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
  expect(gateway.received).toEqual([])
  await name(page).fill('Ada')
  await expect(notice(page)).toBeHidden()
})

test('the first invalid field scrolls into view in a small viewport', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 360, height: 480 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForm(page, gateway)
  await button(page).click()
  await expect(name(page)).toBeFocused()
  await expect(notice(page)).toContainText('look at the marked fields')
  const header = await page.getByRole('banner').boundingBox()
  const place = await name(page).boundingBox()
  expect(place?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
  await expect(name(page)).toBeInViewport({ ratio: 1 })
})

test('a field is validated on blur, but only if it is not empty', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await email(page).focus()
  await message(page).focus()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false')
  await email(page).fill('ada')
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false')
  await message(page).focus()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  await email(page).fill('ada@example.com')
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false')
})

test('subject and message are optional', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await fill(page)
  await solve(page)
  await message(page).press('Control+Enter')
  await name(page).press('Enter')
  await expect(notice(page)).toContainText('Thank you')
  expect(gateway.received[0]?.fields).toMatchObject({ subject: [''], message: [''] })
})

test.describe('a long message', () => {
  test.use({ variant: 'no captcha' })

  test('is counted from 19,000 characters on, and stopped above 20,000', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page, 'a'.repeat(18_999))
    await expect(message(page)).toHaveAccessibleDescription('optional')
    await message(page).press('a')
    await expect(message(page)).toHaveAccessibleDescription('19,000 of 20,000 characters')
    await message(page).fill('a'.repeat(20_001))
    await button(page).click()
    const error = 'A message can have at most 20,000 characters, not 20,001.'
    await expect(message(page)).toHaveAccessibleDescription(`20,001 of 20,000 characters ${error}`)
    await expect(message(page)).toHaveJSProperty('validationMessage', error)
    expect(gateway.received).toEqual([])
    await message(page).press('Backspace')
    await expect(message(page)).toHaveAttribute('aria-invalid', 'false')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received[0]?.fields.message?.[0]).toHaveLength(20_000)
  })

  test('of 12 MB is not pasted, with the reason', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await message(page).fill('Before')
    const isPasted = await message(page).evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'a'.repeat(12_000_000))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return field.dispatchEvent(event)
    })
    expect(isPasted).toBe(false)
    await expect(message(page)).toHaveAccessibleDescription(/at most 20,000.*not 12,000,006/)
    await expect(message(page)).toHaveValue('Before')
  })
})

test.describe('where the owner requires a message', () => {
  test.use({ variant: 'spam filter' })

  test("white space is rejected with the page's own error, and the field is focused", async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await expect(message(page)).toHaveAccessibleDescription('')
    await fill(page)
    await message(page).fill(' \n ')
    await name(page).press('Enter')
    await expect(message(page)).toBeFocused()
    await expect(message(page)).toHaveAccessibleDescription('Please write a message.')
    expect(await findViolations(page, '#contact')).toEqual([])
    expect(gateway.received).toEqual([])
    await message(page).fill('Good')
    await expect(message(page)).toHaveAttribute('aria-invalid', 'false')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })
    test('native validation requires it', async ({ page, gateway }) => {
      await page.goto(gateway.url)
      await fill(page)
      await button(page).click()
      await expect(message(page)).toBeFocused()
      expect(gateway.received).toEqual([])
    })
  })
})

test.describe('the receipt', () => {
  test('has the number, the time of the owner, the subject and the day of the answer', async ({
    page,
    gateway,
  }) => {
    // Where it is Thursday for the owner.
    await page.clock.setFixedTime(new Date('2026-11-25T23:30:00Z'))
    await openForm(page, gateway)
    await expect(receiptOf(page)).toHaveCount(0)
    await fill(page)
    await subject(page).selectOption('Feedback')
    await solve(page)
    await button(page).click()
    const number = /^[0-9A-F]{4}-[0-9A-F]{4}$/
    await expect(receiptOf(page).locator('dd')).toHaveText([
      number,
      'Thursday, November 26, 2026 at 12:30 AM GMT+1',
      'Feedback',
      'Monday, November 30',
    ])
    expect(gateway.received[0]?.fields.receipt).toEqual([expect.stringMatching(number)])
    expect(await findViolations(page, '#contact')).toEqual([])
  })

  test('prints alone', async ({ page, gateway }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await button(page).click()
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('[data-printed]')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(receiptOf(page).locator('dl')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
    await expect(page.locator('footer')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Contact' })).toBeHidden()
    // The browser announces the end.
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test.describe('the honeypot', () => {
  test('is off the screen, out of the tab order and hidden from assistive technology', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    const trap = page.locator('[name="contact_website_url"]')
    await expect(trap).not.toBeInViewport()
    await expect(trap).toHaveAttribute('tabindex', '-1')
    await expect(trap).toHaveAttribute('autocomplete', 'off')
    await expect(page.getByRole('textbox', { name: /Leave/ })).toHaveCount(0)
  })
})

async function errorOf(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby')
  return (await field.page().locator(`#${id}`).textContent()) ?? ''
}

function receiptOf(page: Page) {
  return page.getByRole('region', { name: 'Receipt' })
}
