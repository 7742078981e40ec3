import type { Page } from '@playwright/test'
import type { MockGateway } from '../fixtures/mock-gateway.ts'
import { button, expect, fill, name, notice, openForm, said, test, toasts } from './contact.ts'
import { hold, recordAnnouncements } from './site.ts'

// Submitting while the captcha verifies, and the total time that a visitor waits.

const TIMED_OUT = /No answer came in time/

test('a click on Send while the captcha verifies is queued and sent when it is done', async ({
  page,
  gateway,
}) => {
  const said = await recordAnnouncements(page)
  const release = await pressWhileChecking(page, gateway)
  await expect(button(page)).toHaveText('Sending…')
  await expect(button(page)).toBeDisabled()
  expect(gateway.received).toEqual([])
  release()
  await expect(notice(page)).toContainText('Thank you')
  expect(gateway.received).toHaveLength(1)
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  expect(await said()).toEqual([
    'Checking…',
    'Sending…',
    'Checked',
    'Thank you. Your message has arrived, and I will answer you by e-mail.',
  ])
})

test.describe('when the verification fails', () => {
  test.use({ allowed: /Failed to load resource/ })

  test('the queued click is dropped with an error, and the next one sends', async ({
    page,
    gateway,
  }) => {
    gateway.challengeStatus = 503
    const release = await pressWhileChecking(page, gateway)
    release()
    await expect(said(page)).toContainText('The captcha could not be loaded.')
    await expect(notice(page)).toContainText('complete the captcha challenge above')
    await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
    await expect(name(page)).toHaveValue('Ada Łovelace')
    gateway.challengeStatus = 200
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    expect(gateway.received, 'nobody has pressed again').toEqual([])
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(1)
  })
})

test('a verification that never ends times out within 20 seconds', async ({ page, gateway }) => {
  await page.clock.install()
  const release = await pressWhileChecking(page, gateway)
  await expect(button(page)).toBeDisabled()
  await page.clock.fastForward(20_000)
  await expect(notice(page)).toContainText(TIMED_OUT)
  await expect(button(page)).toBeEnabled()
  await expect(toasts(page)).toHaveText('Failed to send message. Please try again later.')
  // The verification itself may still succeed.
  release()
  await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
})

test.describe('on a connection that stalls at every step', () => {
  test.use({ variant: 'no captcha', allowed: /ERR_|Failed to load/ })

  test('the form times out 20 seconds after the press, which its scripts had to wait for', async ({
    page,
    gateway,
  }) => {
    gateway.replies = ['hang']
    await page.clock.install()
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await fill(page)
    const now = () => page.evaluate(() => Date.now())
    const pressedAt = await now()
    await button(page).click()
    await expect(page.getByText('Your message is waiting for the rest')).toBeVisible()
    await page.clock.fastForward(5000)
    release()
    await expect.poll(() => gateway.received.length).toBe(1)
    await page.clock.fastForward(20_000 - ((await now()) - pressedAt))
    await expect(notice(page)).toContainText(TIMED_OUT, { timeout: 2000 })
  })
})

/** Submits the form while its captcha waits for the challenge. */
async function pressWhileChecking(page: Page, gateway: MockGateway): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  gateway.challengeAfter = promise
  await openForm(page, gateway)
  await fill(page)
  await page.getByRole('checkbox').click()
  await expect(page.getByRole('checkbox', { name: 'Checking…' })).toBeVisible()
  await button(page).click()
  return resolve
}
