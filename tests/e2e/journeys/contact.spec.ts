import type { Locator, Page } from '@playwright/test'
import {
  button,
  captcha,
  email,
  expect,
  fill,
  message,
  name,
  notice,
  openForm,
  pressWhileChecking,
  solve,
  subject,
  test,
  toasts,
} from '../contact.ts'
import { findViolations, HYDRATED_FORM, hold, hydrated, recordAnnouncements } from '../site.ts'

// The way of a message from the first letter to the receipt. contact-faults.spec.ts has what can go wrong on it.

test('a message has every field of the protocol, its receipt prints, and the next one is another', async ({
  page,
  gateway,
}) => {
  // Where it is Thursday for the owner.
  await page.clock.setFixedTime(new Date('2026-11-25T23:30:00Z'))
  await openForm(page, gateway)
  await expect(receiptOf(page)).toHaveCount(0)
  await expect(page.locator('[name="contact_website_url"]')).not.toBeInViewport()
  await expect(page.locator('[name="contact_website_url"]')).toHaveAttribute('tabindex', '-1')
  await expect(page.locator('[name="contact_website_url"]')).toHaveAttribute('autocomplete', 'off')
  await expect(page.getByRole('textbox', { name: /Leave/ })).toHaveCount(0)
  const styleOfMessage = await message(page).evaluate((field) => ({ ...getComputedStyle(field) }))
  expect(styleOfMessage.caretColor, 'the caret of the page').not.toBe(styleOfMessage.color)
  await fill(page, 'One\nTwo – ż 😀')
  await subject(page).selectOption('Project Collaboration')
  await solve(page)
  await button(page).click()
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  await expect(toasts(page)).toHaveAttribute('data-type', 'success')

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
  expect(receipt).toEqual([expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/)])
  await expect(receiptOf(page).locator('dd')).toHaveText([
    receipt?.[0] ?? '-',
    'Thursday, November 26, 2026 at 12:30 AM GMT+1',
    'Project Collaboration',
    'Monday, November 30',
  ])
  const mark = await receiptOf(page)
    .locator('[data-number]')
    .evaluate((number) => getComputedStyle(number, '::after').backgroundColor)
  expect(mark, 'the caret rests behind the number').toBe(styleOfMessage.caretColor)
  expect(await findViolations(page, '#contact')).toEqual([])

  for (const field of [name(page), email(page), message(page), subject(page)]) {
    await expect(field).toHaveValue('')
  }
  await expect(page.getByRole('checkbox', { name: 'I’m not a robot' })).not.toBeChecked()
  expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toBeNull()

  await page.emulateMedia({ media: 'print' })
  await expect(receiptOf(page).locator('dl')).toBeVisible()
  await page.emulateMedia({ media: null })

  // Subject and message are optional.
  await fill(page)
  await solve(page)
  await message(page).press('Control+Enter')
  await name(page).press('Enter')
  await expect.poll(() => gateway.received.length).toBe(2)
  expect(gateway.received[1]?.fields).toMatchObject({ subject: [''], message: [''] })
  expect(gateway.received[1]?.fields.submission_id).not.toEqual(submission_id)
})

test.describe('without a captcha', () => {
  test.use({ variant: 'no captcha' })

  test('while it sends, everything is disabled and the button says so', async ({
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
    await button(page).click()
    await expect(button(page)).toHaveText('Sending…')
    await expect(button(page)).toBeDisabled()
    await expect(button(page), 'in the terminal look').toHaveCSS(
      'background-color',
      'rgba(0, 0, 0, 0)',
    )
    await expect(name(page)).not.toBeEditable()
    await name(page).press('Enter')
    await expect(subject(page).locator('xpath=ancestor::*[@inert]')).toHaveCount(1)
    await expect.poll(() => gateway.received.length).toBe(1)
  })

  test('the result has the focus and is seen without scrolling, and the next message follows', async ({
    page,
    gateway,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    for (const [width, height] of [
      [1280, 720],
      [360, 480],
    ] as const) {
      await page.setViewportSize({ width, height })
      await fill(page)
      await button(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
      await button(page).focus()
      await page.keyboard.press('Enter')
      await expect(notice(page)).toContainText('Thank you')
      await expect(notice(page)).toBeFocused()
      await expect(notice(page), `${width} px`).toBeInViewport({ ratio: 1 })
      if (height > 480) await expect(receiptOf(page)).toBeInViewport({ ratio: 1 })
      await name(page).fill('A')
      await expect(notice(page)).toHaveCount(0)
    }
    await name(page).fill('')
    // A second click of a double click is none.
    await expect(async () => {
      await button(page).click()
      await expect(name(page)).toHaveAttribute('aria-invalid', 'true', { timeout: 500 })
    }).toPass()
    await expect(name(page)).toBeFocused()
    await fill(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(3)
  })

  test('a long message is counted from 19,000 characters on, and stopped above 20,000', async ({
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
})

test.describe('validation', () => {
  test('fields are checked when Send is pressed, with errors of the page, and corrected as one types', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await expect(page.locator('[novalidate]')).toHaveCount(0)
    await email(page).fill('ada')
    await message(page).focus()
    await settled(page)
    await expect(email(page)).toHaveAttribute('aria-invalid', 'false')
    await email(page).fill('ada@example.com')

    // White space is no name.
    await name(page).fill('   ')
    await button(page).click()
    await expect(notice(page)).toContainText('look at the marked fields')
    await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
    await name(page).fill('Ada')
    await expect(notice(page)).toBeHidden()
    await expect(name(page)).toHaveAttribute('aria-invalid', 'false')

    for (const field of [name(page), email(page)]) await field.fill('')
    await button(page).click()
    await expect(name(page)).toBeFocused()
    await expect(name(page)).toHaveAccessibleDescription('Please enter your name.')
    await expect(email(page)).toHaveAccessibleDescription(/Please enter your e-mail address/)
    await email(page).fill('ada')
    await expect(email(page)).toHaveAccessibleDescription(/address is incomplete/)
    const [one, other] = [await name(page).boundingBox(), await email(page).boundingBox()]
    expect(one?.y, 'side by side').toBe(other?.y)
    const [short, long] = ['name', 'email'].map((of) => page.locator(`#message-${of}-error`))
    const ends = await Promise.all([short, long].map((error) => error?.boundingBox()))
    const [end, otherEnd] = ends.map((box) => (box?.y ?? 0) + (box?.height ?? 0))
    expect(end, 'each error above its field').toBe(otherEnd)
    expect(await findViolations(page, '#contact')).toEqual([])

    await name(page).fill('Ada')
    for (const [address, error] of [
      ['ada@example.', /address is incomplete/],
      ['ada,eve@example.com', /address cannot be used/],
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

  test('the first invalid field scrolls into view below the header', async ({ page, gateway }) => {
    await page.setViewportSize({ width: 360, height: 480 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    const [box, field] = [
      await captcha(page).locator('..').boundingBox(),
      await message(page).boundingBox(),
    ]
    expect(box?.width, 'the captcha is as wide as the fields').toBe(field?.width)
    await button(page).click()
    await expect(name(page)).toBeFocused()
    await expect(notice(page)).toContainText('look at the marked fields')
    const header = await page.getByRole('banner').boundingBox()
    const place = await name(page).boundingBox()
    expect(place?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN)
    await expect(name(page)).toBeInViewport({ ratio: 1 })
  })

  test.describe('where the owner requires a message', () => {
    test.use({ variant: 'everything' })

    test("white space is rejected with the page's own error, and the field is focused", async ({
      page,
      gateway,
    }) => {
      await openForm(page, gateway)
      await expect(message(page)).toHaveAccessibleDescription('')
      await fill(page, ' \n ')
      await name(page).press('Enter')
      await expect(message(page)).toBeFocused()
      await expect(message(page)).toHaveAccessibleDescription('Please write a message.')
      expect(await findViolations(page, '#contact')).toEqual([])
      expect(gateway.received).toEqual([])
      await message(page).fill('Good')
      await expect(message(page)).toHaveAttribute('aria-invalid', 'false')
    })
  })
})

// The subject is a native select. Chromium lets the page style its list; other browsers draw their own.
test.describe('the subject', () => {
  test('is chosen by its label and the keyboard, and its title clears the choice', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await page.locator('label', { hasText: 'Subject' }).click()
    await expect(subject(page)).toBeFocused()
    await page.keyboard.press('Space')
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await expect(subject(page)).toHaveValue('Project Collaboration')
    await subject(page).click()
    await page.getByRole('option', { name: 'Subject' }).click()
    await expect(subject(page)).toHaveValue('')
    await page.keyboard.press('Tab')
    await expect(message(page)).toBeFocused()
  })

  test('axe finds no violations in its open list', async ({ page, gateway }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    await subject(page).click()
    await page.keyboard.press('ArrowDown')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page, '#contact')).toEqual([])
    }
  })

  test.describe('with many long titles', () => {
    test.use({ variant: 'no captcha' })

    test('has a list that fits the viewport and scrolls', async ({ page, gateway }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await openForm(page, gateway)
      for (const [width, height] of [
        [320, 256],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const block of ['start', 'end'] as const) {
          await subject(page).evaluate((select, at) => select.scrollIntoView({ block: at }), block)
          await subject(page).click()
          await page.keyboard.press('End')
          const last = page.getByRole('option').last()
          await expect(last).toBeInViewport({ ratio: 0.9 })
          const box = await last.boundingBox()
          expect(box?.x).toBeGreaterThanOrEqual(0)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
          await page.keyboard.press('Escape')
        }
      }
    })
  })
})

test.describe('before the scripts load', () => {
  test("the form's script loads when the form is nearly in view, and nothing else of it", async ({
    page,
    gateway,
  }) => {
    const requested: string[] = []
    const scripts = () => requested.filter((path) => /assets\/(ContactForm|altcha)/.test(path))
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(gateway.url)
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    expect(scripts()).toEqual([])
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await expect(page.locator(HYDRATED_FORM)).toBeAttached()
    await message(page).focus()
    await page.waitForLoadState('networkidle')
    expect(scripts()).toHaveLength(1)
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.locator('#contact').scrollIntoViewIfNeeded()
    await expect(page.locator('[name="subject"]')).toHaveCount(1)
  })

  test('input is preserved and is a draft, and a message waits for the box that is checked', async ({
    page,
    gateway,
  }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await fill(page)
    await subject(page).selectOption('Feedback')
    await captcha(page).check()
    await message(page).fill('Early')
    release()
    await expect(page.locator(HYDRATED_FORM)).toBeAttached()
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toBeFocused()
    expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toContain('Early')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received[0]?.fields).toMatchObject({ subject: ['Feedback'], message: ['Early'] })
  })

  test.describe('without a captcha', () => {
    test.use({ variant: 'no captcha' })

    for (const script of [/assets\/client/, /assets\/ContactForm/]) {
      test(`a message waits for them, and a double click is one: ${script.source}`, async ({
        page,
        gateway,
      }) => {
        const release = await hold(page, script)
        await page.goto(gateway.url, { waitUntil: 'commit' })
        await fill(page)
        await subject(page).selectOption(LONG_SUBJECT)
        await button(page).dblclick()
        await page.waitForTimeout(300)
        expect(gateway.received).toHaveLength(0)
        release()
        await expect(notice(page)).toContainText('Thank you')
        expect(gateway.received).toHaveLength(1)
        expect(gateway.received[0]?.fields).toMatchObject({
          user_name: ['Ada Łovelace'],
          subject: [LONG_SUBJECT],
          lib_version: ['4.3.3'],
        })
      })
    }
  })

  test.describe('and without any', () => {
    // The plain response has no icon, so the browser requests /favicon.ico.
    test.use({ javaScriptEnabled: false, allowed: /404/ })

    test('the browser validates the form and submits every field that the gateway needs', async ({
      page,
      gateway,
    }) => {
      gateway.checksCaptcha = false
      await page.goto(gateway.url)
      await button(page).click()
      await name(page).fill('Ada')
      await email(page).fill('no address')
      await button(page).click()
      expect(gateway.received).toEqual([])
      await expect(page).toHaveURL(`${gateway.url}/`)

      await fill(page, 'No scripts')
      await page.locator('select[name="subject"]').selectOption('Job Opportunity')
      await expect(page.getByRole('group', { name: 'Captcha' })).toBeHidden()
      await button(page).click()
      await expect(page).toHaveURL(`${gateway.url}/api/v1.0/email/send-form`)
      expect(gateway.received[0]?.contentType).toMatch(/^multipart\/form-data/)
      expect(gateway.received[0]?.fields).toEqual({
        service_id: ['default_service'],
        template_id: ['message'],
        user_id: ['portfolio'],
        submission_id: [''],
        seconds_to_fill: [''],
        contact_website_url: [''],
        user_name: ['Ada Łovelace'],
        user_email: ['ada@example.com'],
        subject: ['Job Opportunity'],
        message: ['No scripts'],
      })
    })
  })
})

test.describe('the draft', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test('survives a reload, with its submission id, until it is sent', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    await subject(page).selectOption(LONG_SUBJECT)
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Keep me')
    await expect(subject(page)).toHaveValue(LONG_SUBJECT)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    const [first, second] = gateway.received.map(({ fields }) => fields)
    expect(second?.submission_id).toEqual(first?.submission_id)

    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
  })

  test('stays in its tab, and does not overwrite text typed meanwhile', async ({
    context,
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await fill(page, 'From the first visit')
    const other = await context.newPage()
    await openForm(other, gateway)
    await expect(name(other)).toHaveValue('')
    await name(other).fill('Grace')

    const release = await hold(page, /assets\/ContactForm/)
    await page.reload()
    await message(page).fill('Typed early')
    release()
    await expect(name(page)).toHaveValue('Ada Łovelace')
    await expect(message(page)).toHaveValue('Typed early')
  })
})

test.describe('the toast', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test.beforeEach(({ page, gateway }) => openForm(page, gateway))

  test('is visible for 5000 ms, waits for pointer and focus, and is dismissed', async ({
    page,
  }) => {
    await fill(page)
    await button(page).click()
    const runs = () =>
      toasts(page).evaluate((toast) => toast.getAnimations().map(({ playState }) => playState))
    await expect.poll(runs, 'by itself').toEqual(['running'])
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
    expect(await runs()).toEqual([])
    await page.mouse.move(0, 0)
    await expect.poll(runs).toEqual(['running'])
    await seek(page, 4990)
    expect(await opacity(page), 'its whole time again').toBe(1)

    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.focus()
    expect(await runs()).toEqual([])
    await button(page).focus()
    await expect.poll(runs).toEqual(['running'])
    await seek(page, 0)

    await message(page).focus()
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
    await expect(message(page)).toBeFocused()
  })

  test('fits the viewport below the header, and with prefers-reduced-motion does not fade', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await send(page)
    const clear = async () => {
      const [receipt, toast] = [receiptOf(page), toasts(page)].map((shown) => shown.boundingBox())
      const { y, height } = (await receipt) ?? NONE
      return y + height <= ((await toast) ?? NONE).y
    }
    await expect.poll(clear, 'the receipt is clear of it').toBe(true)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      const box = (await toasts(page).boundingBox()) ?? NONE
      const top = (await page.locator('main > a').last().boundingBox()) ?? NONE
      expect(box.x).toBeGreaterThanOrEqual(0)
      // At the lower edge, beside the button to the top.
      expect(box.x + box.width).toBeLessThan(top.x)
      expect(640 - box.y - box.height).toBeLessThan(48)
      const text = (await toasts(page).getByRole('paragraph').boundingBox()) ?? NONE
      expect(text.height, 'in two lines, between words').toBeLessThan(48)
      const send = (await button(page).boundingBox()) ?? NONE
      expect(send.x + send.width, 'no scrolling brings Send below that button').toBeLessThan(top.x)
    }
    await seek(page, 5150)
    expect(await opacity(page)).toBe(1)
    await seek(page, 5301)
    await expect(toasts(page)).toHaveCount(0)
  })

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
})

test.describe('the built-in captcha', () => {
  test('its box stands at rest, and nothing of it loads before the visitor checks it', async ({
    page,
    gateway,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await openForm(page, gateway)
    await expect(captcha(page)).toBeVisible()
    await fill(page)
    await page.waitForLoadState('networkidle')
    expect(requested.filter((path) => /altcha|captcha/.test(path))).toEqual([])
    // A second click while it is checked or solved asks for nothing.
    await captcha(page).dblclick()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await captcha(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    expect(gateway.challenges.map(({ searchParams }) => searchParams.get('user_id'))).toEqual([
      'portfolio',
    ])
    expect(requested.filter((path) => /altcha/.test(path))).toHaveLength(1)
  })

  test('a message that is sent while it is checked waits for it, and each state is announced once', async ({
    page,
    gateway,
  }) => {
    const announced = await recordAnnouncements(page)
    const release = await pressWhileChecking(page, gateway)
    await expect(button(page)).toHaveText('Sending…')
    await expect(button(page)).toBeDisabled()
    expect(gateway.received).toEqual([])
    release()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(1)
    await expect(toasts(page)).toHaveText('Message sent successfully!')
    expect(await announced()).toEqual([
      'Checking…',
      'Sending…',
      'Checked',
      'Thank you. Your message has arrived, and I will answer you by e-mail.',
    ])
  })

  test('without it nothing is sent, and a toast gives the reason', async ({ page, gateway }) => {
    const announced = await recordAnnouncements(page)
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
    await expect(toasts(page)).toHaveAttribute('data-type', 'error')
    await expect(notice(page)).toContainText('complete the captcha challenge above')
    expect(await announced()).toEqual([
      'Please complete the captcha challenge above, then send again.',
    ])
    expect(gateway.received).toEqual([])
    const box = page.getByRole('checkbox', { name: 'I’m not a robot' })
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('label', { has: box })).toHaveCSS('outline-style', 'solid')
    await solve(page)
    await expect(page.locator('form [aria-invalid="true"]')).toHaveCount(0)
    await expect(notice(page)).toBeHidden()
  })
})

const NONE = { x: 0, y: 0, width: 0, height: 0 }

const LONG_SUBJECT = 'Subject 4, which takes rather many words to say'

async function errorOf(field: Locator): Promise<string> {
  const id = await field.getAttribute('aria-describedby')
  return (await field.page().locator(`#${id}`).textContent()) ?? ''
}

/** Waits until what follows a click or a blur is done: the form waits 50 ms for the click after a blur. */
function settled(page: Page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
}

function receiptOf(page: Page) {
  return page.getByRole('region', { name: 'Receipt' })
}
