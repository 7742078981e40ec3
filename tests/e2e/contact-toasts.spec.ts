import type { Page } from '@playwright/test'
import type { StandInGateway } from '../fixtures/mock-gateway.ts'
import { button, expect, fill, notice, openForm, test, toasts } from './contact.ts'

test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

/** Sends while the test controls the page's clock. */
async function send(page: Page, gateway: StandInGateway, times = 1) {
  for (let sent = 1; sent <= times; sent++) {
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveCount(sent)
    await expect(button(page)).toBeEnabled()
  }
  expect(gateway.received).toHaveLength(times)
}

test.beforeEach(async ({ page, gateway }) => {
  await page.clock.install()
  await openForm(page, gateway)
  await page.clock.pauseAt(Date.now() + 60_000)
})

test('a toast is visible for 5000 ms and fades out over 300 ms', async ({ page, gateway }) => {
  await send(page, gateway)
  await expect(toasts(page)).not.toHaveAttribute('data-closing')
  await page.clock.runFor(4990)
  await expect(toasts(page)).not.toHaveAttribute('data-closing')
  await page.clock.runFor(20)
  await expect(toasts(page)).toHaveAttribute('data-closing')
  await page.clock.runFor(270)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(50)
  await expect(toasts(page)).toHaveCount(0)
  await expect(notice(page)).toContainText('Thank you')
})

test('a new result replaces the old toast and has its own duration', async ({ page, gateway }) => {
  gateway.replies = [
    { status: 500, text: '' },
    { status: 200, text: 'OK' },
  ]
  await send(page, gateway)
  await expect(toasts(page)).toHaveText('Failed to send message. Please try again later.')
  await page.clock.runFor(2000)
  await button(page).click()
  await expect(toasts(page)).toHaveText(['Message sent successfully!'])
  await page.clock.runFor(4000)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(1400)
  await expect(toasts(page)).toHaveCount(0)
})

test('hovering a toast pauses its timer', async ({ page, gateway }) => {
  await send(page, gateway)
  await page.clock.runFor(4000)
  await toasts(page).hover()
  await page.clock.runFor(60_000)
  await expect(toasts(page)).not.toHaveAttribute('data-closing')
  await page.mouse.move(0, 0)
  await page.clock.runFor(900)
  await expect(toasts(page)).not.toHaveAttribute('data-closing')
  await page.clock.runFor(500)
  await expect(toasts(page)).toHaveCount(0)
})

test('focus in a toast pauses its timer', async ({ page, gateway }) => {
  await send(page, gateway)
  await dismiss(page).focus()
  await page.clock.runFor(60_000)
  await expect(toasts(page)).not.toHaveAttribute('data-closing')
  await button(page).focus()
  await page.clock.runFor(5400)
  await expect(toasts(page)).toHaveCount(0)
})

test('dismissing a toast restores the focus', async ({ page, gateway }) => {
  await send(page, gateway)
  await button(page).focus()
  await page.keyboard.press('Tab')
  await expect(dismiss(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.clock.runFor(310)
  await expect(toasts(page)).toHaveCount(0)
  await expect(button(page)).toBeFocused()
})

test('a toast fades only without prefers-reduced-motion', async ({ page, gateway }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await send(page, gateway)
  const duration = () =>
    toasts(page).evaluate((toast) => getComputedStyle(toast).transitionDuration)
  expect(await duration()).toBe('0s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await duration()).toBe('0.3s')
})

test('a toast has the default colours, although its form is in an inverse section', async ({
  page,
  gateway,
}) => {
  await send(page, gateway)
  const link = page.getByRole('navigation').locator('[aria-current]')
  const accent = await link.evaluate((element) => getComputedStyle(element, '::after').borderColor)
  await expect(toasts(page)).toHaveCSS('border-left-color', accent)
})

for (const width of [320, 1280]) {
  test(`toasts fit a viewport of ${width} px, below the header`, async ({ page, gateway }) => {
    await page.setViewportSize({ width, height: 640 })
    await send(page, gateway)
    const box = await toasts(page).boundingBox()
    const header = await page.locator('header').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
  })
}

function dismiss(page: Page) {
  return page.getByRole('button', { name: 'Dismiss' })
}
