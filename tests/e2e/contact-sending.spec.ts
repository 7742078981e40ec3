import type { Page } from '@playwright/test'
import type { MockGateway, Reply } from '../fixtures/mock-gateway.ts'
import { recordResult } from '../fixtures/results.ts'
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

test.describe('a reply that is not the answer of a gateway', () => {
  const WORDS = 'Keep me\n😀 ż'
  const PROXY = '<html><head><title>502 Bad Gateway</title></head></html>'
  const HTML = { 'content-type': 'text/html' }

  /** One of each way to fail. `send.test.ts` has every status. */
  const FAULTS: { what: string; reply: Reply | 'refused'; says: RegExp }[] = [
    { what: 'nobody listens', reply: 'refused', says: /could not be sent/ },
    { what: 'half an answer', reply: 'half', says: /could not be sent/ },
    {
      what: 'a way out',
      reply: { status: 302, text: '', headers: { location: process.env.OUTSIDE ?? '' } },
      says: /could not be sent/,
    },
    {
      what: 'a proxy for small bodies',
      reply: { status: 413, text: PROXY, headers: HTML },
      says: /was not accepted/,
    },
  ]

  test.use({
    variant: 'no captcha',
    allowed: /Failed to load resource|ERR_|CORS policy|Content Security Policy|violates the/,
  })

  test('shows an error and keeps the input', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page, WORDS)
    const seen = { cases: 0, 'error shown': 0, 'input preserved': 0 }
    for (const { what, reply, says } of FAULTS) {
      await test.step(what, async () => {
        await withReply(gateway, reply, () => send(page))
        seen.cases++
        await expectError(page, says)
        seen['error shown']++
        await expectInputKept(page)
        seen['input preserved']++
      })
    }
    gateway.replies = [{ status: 200, text: 'OK' }]
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const submissionIds = new Set(gateway.received.map(({ fields }) => fields.submission_id?.[0]))
    expect(submissionIds.size).toBe(1)
    recordResult({
      table: 'faults',
      what: '8 invalid responses in the browser',
      figures: { ...seen, lost: seen.cases - seen['input preserved'] },
    })
  })

  test('with an OK status gives no receipt, and the text back', async ({ page, gateway }) => {
    await openForm(page, gateway)
    for (const reply of [
      { status: 202, text: '{"success":true}' },
      { status: 200, text: PROXY, headers: HTML },
    ]) {
      gateway.replies = [reply]
      await fill(page, WORDS)
      await button(page).click()
      await expect(toasts(page)).toHaveText('Message sent successfully!')
      await expect(message(page)).toHaveValue('')
      await expect(notice(page)).toContainText('did not confirm')
      await expect(notice(page)).toBeFocused()
      await expect(page.getByRole('region', { name: 'Receipt' })).toHaveCount(0)
      await notice(page).getByRole('button', { name: 'Put the text back' }).click()
      await expectInputKept(page)
      await expect(message(page)).toBeFocused()
      await expect(notice(page)).toHaveCount(0)
    }
    // Without the press, it is a draft.
    await button(page).click()
    await expect(notice(page)).toContainText('did not confirm')
    await openForm(page, gateway)
    await expectInputKept(page)
    gateway.replies = [{ status: 200, text: 'OK' }]
    await button(page).click()
    await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible()
    const submissionIds = new Set(gateway.received.map(({ fields }) => fields.submission_id?.[0]))
    expect(submissionIds.size).toBe(1)
    await openForm(page, gateway)
    await expect(message(page)).toHaveValue('')
  })

  test('a missing, trickling or late response times out, and the retry has the same submission id', async ({
    page,
    gateway,
  }) => {
    const late = Promise.withResolvers<void>()
    const slow = { status: 200, text: 'OK', after: late.promise }
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page, WORDS)
    // Time passes only when the test advances it, so a slow machine does not matter.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    for (const [index, reply] of (['hang', 'trickle', slow] as const).entries()) {
      gateway.replies = [reply]
      await button(page).click()
      await expect.poll(() => gateway.received.length).toBe(index + 1)
      await page.clock.runFor(19_900)
      await expect(button(page)).toBeDisabled()
      await page.clock.runFor(200)
      await expectError(page, /No answer came in time/)
      await expectInputKept(page)
    }
    late.resolve()
    gateway.replies = [{ status: 200, text: 'OK' }]
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const submissionIds = new Set(gateway.received.map(({ fields }) => fields.submission_id?.[0]))
    expect(submissionIds.size).toBe(1)
  })

  test('a network that drops while a message is sent, and recovers', async ({
    page,
    gateway,
    context,
  }) => {
    gateway.replies = ['hang', { status: 200, text: 'OK' }]
    await openForm(page, gateway)
    await fill(page, WORDS)
    await button(page).click()
    await expect.poll(() => gateway.received.length).toBe(1)
    const { port } = new URL(gateway.url)
    await context.setOffline(true)
    await gateway.stop()
    await expectError(page, /You seem to be offline/)
    await expectInputKept(page)
    await button(page).click()
    await expectError(page, /You seem to be offline/)
    await gateway.start(Number(port))
    await context.setOffline(false)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)
  })

  /** Sets the gateway's reply, or stops the gateway, while `act` runs. */
  async function withReply(
    gateway: MockGateway,
    reply: Reply | 'refused',
    act: () => Promise<void>,
  ) {
    if (reply !== 'refused') {
      gateway.replies = [reply]
      return act()
    }
    const { port } = new URL(gateway.url)
    await gateway.stop()
    await act()
    await gateway.start(Number(port))
  }

  /** Sends, which removes an earlier toast, and waits for the result. */
  async function send(page: Page) {
    await button(page).click()
    await expect(button(page)).toBeEnabled()
    await expect(toasts(page)).toHaveCount(1)
  }

  /** Checks the error toast, and the persistent notice that announces the error. */
  async function expectError(page: Page, says: RegExp) {
    await expect(toasts(page).last()).toHaveAttribute('data-type', 'error')
    await expect(toasts(page).last()).toHaveText('Failed to send message. Please try again later.')
    await expect(notice(page)).toContainText(says)
    await expect(notice(page)).toBeVisible()
    await expect(notice(page)).toHaveAttribute('aria-live', 'polite')
    await expect(notice(page).getByRole('link')).toHaveAttribute('href', 'mailto:maja@example.com')
  }

  /** Checks that all input is preserved and nothing is disabled or busy. */
  async function expectInputKept(page: Page) {
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(email(page)).toHaveValue('ada@example.com')
    await expect(message(page)).toHaveValue(WORDS)
    await expect(message(page)).toBeEditable()
    await expect(button(page)).toBeEnabled()
    await expect(button(page)).toHaveText('Send message')
    await expect(subject(page).locator('xpath=ancestor::*[@inert]')).toHaveCount(0)
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
