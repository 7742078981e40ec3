import type { Page } from '@playwright/test'
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

test.describe('while it sends', () => {
  test.use({ variant: 'no captcha' })

  test('the button is disabled with a label, and nothing can be sent twice', async ({
    page,
    gateway,
  }) => {
    gateway.replies = ['hang']
    await openForm(page, gateway)
    await fill(page)
    const address = page.getByRole('region', { name: 'Contact' }).getByRole('link')
    await expect(address.filter({ hasText: 'maja@example.com' })).toHaveAttribute(
      'href',
      'mailto:maja@example.com',
    )
    await button(page).dblclick()
    await expect(button(page)).toHaveText('Sending…')
    await expect(button(page)).toBeDisabled()
    await expect(button(page), 'in the terminal look').toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    )
    await expect(name(page)).not.toBeEditable()
    await name(page).press('Enter')
    await expect(subject(page).locator('xpath=ancestor::*[@inert]')).toHaveCount(1)
    await page.waitForTimeout(300)
    expect(gateway.received).toHaveLength(1)
  })

  for (const [width, height] of [
    [1280, 720],
    [390, 760],
    [360, 480],
  ] as const) {
    test(`the result has the focus, and is seen without scrolling at ${width} × ${height}`, async ({
      page,
      gateway,
    }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openForm(page, gateway)
      await fill(page)
      await button(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await button(page).focus()
      await page.keyboard.press('Enter')
      await expect(notice(page)).toContainText('Thank you')
      await expect(notice(page)).toBeFocused()
      await expect(notice(page)).toBeInViewport({ ratio: 1 })
      const receipt = page.getByRole('region', { name: 'Receipt' })
      if (height > 480) await expect(receipt).toBeInViewport({ ratio: 1 })
      await name(page).fill('A')
      await expect(notice(page)).toHaveCount(0)
    })
  }
})

const FAILED = 'Failed to send message. Please try again later.'

test.describe('after a failure', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource|ERR_/ })

  test('axe finds no violations in a failed form with its toast', async ({ page, gateway }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    gateway.replies = [{ status: 500, text: '' }]
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toBeVisible()
    expect(await findViolations(page, '#contact', '[aria-label="Notices"]')).toEqual([])
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

test.describe('enabled in the content', () => {
  test.use({ variant: 'spam filter', allowed: /Failed to load resource/ })

  test('a blocklisted value is rejected before anything is sent', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await name(page).fill('Spam')
    await email(page).fill('spam@example.com')
    await message(page).fill('Good')
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
    await fill(page, 'Good')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await fill(page, 'Good')
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
    await fill(page, 'Good')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })
})

test.describe('automated browsers', () => {
  test.use({ variant: 'smallest' })

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

test.describe('its toast', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  /** Sends, and stops the clock of the toast. */
  async function send(page: Page) {
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveCount(1)
    await seek(page, 0)
  }

  /** Sets the clock of the toast, in milliseconds since it appeared. */
  async function seek(page: Page, time: number) {
    await toasts(page).evaluate((toast, to) => {
      for (const animation of toast.getAnimations()) {
        animation.pause()
        animation.currentTime = to
      }
    }, time)
  }

  function opacity(page: Page) {
    return toasts(page).evaluate((toast) => Number(getComputedStyle(toast).opacity))
  }

  /** How many animations could close it. */
  function clocks(page: Page) {
    return toasts(page).evaluate((toast) => toast.getAnimations().length)
  }

  test.beforeEach(async ({ page, gateway }) => {
    await openForm(page, gateway)
  })

  test('a toast is visible for 5000 ms, waits for pointer and focus, and is dismissed', async ({
    page,
  }) => {
    await send(page)
    for (const time of [0, 4990]) {
      await seek(page, time)
      expect(await opacity(page)).toBe(1)
    }
    await seek(page, 5150)
    expect(await opacity(page)).toBeLessThan(1)
    await seek(page, 5290)
    await expect(toasts(page)).toHaveCount(1)
    await seek(page, 5301)
    await expect(toasts(page)).toHaveCount(0)
    await expect(notice(page)).toContainText('Thank you')

    await send(page)
    const link = page.getByRole('navigation').locator('[aria-current]')
    const accent = await link.evaluate(
      (element) => getComputedStyle(element, '::after').borderColor,
    )
    await expect(toasts(page), 'of a form in an inverse section').toHaveCSS(
      'border-left-color',
      accent,
    )
    await toasts(page).hover()
    expect(await clocks(page)).toBe(0)
    await page.mouse.move(0, 0)
    await expect.poll(() => clocks(page)).toBe(1)
    await seek(page, 4990)
    expect(await opacity(page), 'its whole time again').toBe(1)

    await dismiss(page).focus()
    expect(await clocks(page)).toBe(0)
    await button(page).focus()
    await expect.poll(() => clocks(page)).toBe(1)
    await seek(page, 0)

    await message(page).focus()
    await dismiss(page).focus()
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
    await expect(message(page)).toBeFocused()
  })

  test('it goes by itself', async ({ page }) => {
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveCount(1)
    const shownAt = Date.now()
    await expect(toasts(page)).toHaveCount(0)
    expect(Date.now() - shownAt).toBeGreaterThan(4500)
  })

  test('a new attempt removes it, and its result has its own duration', async ({
    page,
    gateway,
  }) => {
    gateway.replies = [{ status: 500, text: '' }, 'hang', { status: 200, text: 'OK' }]
    await send(page)
    await expect(toasts(page)).toHaveText('Failed to send message. Please try again later.')
    await button(page).click()
    await expect(button(page)).toHaveText('Sending…')
    await expect(toasts(page)).toHaveCount(0)
  })

  test('a field that stops a new attempt removes it as well', async ({ page }) => {
    await send(page)
    await expect(async () => {
      await button(page).click()
      await expect(toasts(page)).toHaveCount(0, { timeout: 500 })
    }).toPass({ timeout: 4000 })
  })

  test('with prefers-reduced-motion it does not fade', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await send(page)
    await seek(page, 5150)
    expect(await opacity(page)).toBe(1)
    await seek(page, 5301)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('toasts fit a narrow and a wide viewport, below the header', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await send(page)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      const box = await toasts(page).boundingBox()
      const header = await page.locator('header').boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
    }
  })

  function dismiss(page: Page) {
    return page.getByRole('button', { name: 'Dismiss' })
  }
})
