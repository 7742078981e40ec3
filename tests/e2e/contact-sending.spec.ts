import type { Page } from '@playwright/test'
import type { Reply } from '../fixtures/mock-gateway.ts'
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

  test('the result scrolls into view in a small viewport', async ({ page, gateway }) => {
    await page.setViewportSize({ width: 360, height: 480 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    await fill(page)
    await button(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(notice(page)).toBeInViewport({ ratio: 1 })
  })

  test('the focus stays on the button', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(notice(page)).toContainText('Thank you')
    await expect(button(page)).toBeFocused()
    await name(page).fill('A')
    await expect(notice(page)).toHaveCount(0)
  })
})

test.describe('a plain e-mail address', () => {
  test.use({ variant: 'no captcha' })

  test('appears next to the form if the content has one', async ({ page, gateway }) => {
    await openForm(page, gateway)
    const section = page.getByRole('region', { name: 'Contact' })
    await expect(section.getByRole('link', { name: 'maja@example.com' })).toHaveAttribute(
      'href',
      'mailto:maja@example.com',
    )
  })
})

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
  test('a status or a broken connection', async ({ page, gateway }) => {
    for (const { what, reply, says } of CASES) {
      await test.step(what, async () => {
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
  })

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
    await page.clock.runFor(19_900)
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

  test('a toast is visible for 5000 ms and fades out over 300 ms', async ({ page }) => {
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

  test('hovering a toast gives it its whole time again', async ({ page }) => {
    await send(page)
    await toasts(page).hover()
    expect(await clocks(page)).toBe(0)
    await page.mouse.move(0, 0)
    await expect.poll(() => clocks(page)).toBe(1)
    await seek(page, 4990)
    expect(await opacity(page)).toBe(1)
    await seek(page, 5301)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('focus in a toast stops its clock', async ({ page }) => {
    await send(page)
    await dismiss(page).focus()
    expect(await clocks(page)).toBe(0)
    await button(page).focus()
    await expect.poll(() => clocks(page)).toBe(1)
  })

  test('dismissing a toast restores the focus', async ({ page }) => {
    await send(page)
    await message(page).focus()
    await dismiss(page).focus()
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
    await expect(message(page)).toBeFocused()
  })

  test('with prefers-reduced-motion it does not fade', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await send(page)
    await seek(page, 5150)
    expect(await opacity(page)).toBe(1)
    await seek(page, 5301)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('a toast has the default colours, although its form is in an inverse section', async ({
    page,
  }) => {
    await send(page)
    const link = page.getByRole('navigation').locator('[aria-current]')
    const accent = await link.evaluate(
      (element) => getComputedStyle(element, '::after').borderColor,
    )
    await expect(toasts(page)).toHaveCSS('border-left-color', accent)
  })

  for (const width of [320, 1280]) {
    test(`toasts fit a viewport of ${width} px, below the header`, async ({ page }) => {
      await page.setViewportSize({ width, height: 640 })
      await send(page)
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
})
