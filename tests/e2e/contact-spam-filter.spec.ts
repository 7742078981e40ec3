import { button, email, expect, fill, name, notice, openForm, test, toasts } from './contact.ts'

const FAILED = 'Failed to send message. Please try again later.'

test.describe('enabled in the content', () => {
  test.use({ variant: 'spam filter', allowed: /Failed to load resource/ })

  test('a blocklisted value is rejected before anything is sent', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await name(page).fill('Spam')
    await email(page).fill('spam@example.com')
    await button(page).click()
    await expect(notice(page)).toContainText('was refused')
    await expect(toasts(page)).toHaveText(FAILED)
    expect(gateway.received).toEqual([])
  })

  test('a second message too soon is throttled, and a later one is not', async ({
    page,
    gateway,
  }) => {
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Too many messages')
    await button(page).click()
    await expect(notice(page)).toContainText('Too many messages')
    expect(gateway.received).toHaveLength(1)
    await page.clock.fastForward(61_000)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(2)
  })

  test('a failed message does not count', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })
})

test.describe('automated browsers', () => {
  test.use({ variant: 'headless' })

  test('are rejected if the content enables it', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('driven by a program')
    expect(gateway.received).toEqual([])
  })
})

test.describe('by default', () => {
  test.use({ variant: 'no captcha' })

  test('nothing is rejected: two messages in a row are two messages', async ({ page, gateway }) => {
    await openForm(page, gateway)
    for (const sent of [1, 2]) {
      await fill(page)
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
      expect(gateway.received).toHaveLength(sent)
    }
  })
})
