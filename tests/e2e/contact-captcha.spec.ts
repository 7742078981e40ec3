import type { Page } from '@playwright/test'
import type { MockGateway, Reply } from '../fixtures/mock-gateway.ts'
import { recordResult } from '../fixtures/results.ts'
import {
  button,
  expect,
  fill,
  HCAPTCHA,
  message,
  name,
  notice,
  openForm,
  type Provider,
  RECAPTCHA,
  said,
  solve,
  standIn,
  TURNSTILE,
  test,
  toasts,
} from './contact.ts'
import { hold, recordAnnouncements } from './site.ts'

test.describe('the built-in captcha', () => {
  test('its box stands at rest, and nothing of it loads before the visitor checks it', async ({
    page,
    gateway,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await openForm(page, gateway)
    await expect(box(page)).toBeVisible()
    await fill(page)
    await page.waitForTimeout(500)
    expect(requested.filter((path) => /altcha|captcha/.test(path))).toEqual([])
    await solve(page)
    const [challenge] = gateway.challenges
    expect(challenge?.searchParams.get('user_id')).toBe('portfolio')
    expect(requested.filter((path) => /altcha/.test(path))).toHaveLength(1)
  })

  test('a box that is checked before the scripts load is solved when they have loaded', async ({
    page,
    gateway,
  }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await fill(page)
    await box(page).check()
    await button(page).click()
    release()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(1)
  })

  test('a second click while it is checked or solved asks for nothing', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await box(page).dblclick()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await box(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    expect(gateway.challenges).toHaveLength(1)
  })

  test('shows when it has expired and can be solved again', async ({ page, gateway }) => {
    gateway.challengeSeconds = 2
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await expect(said(page)).toContainText('The captcha has expired.')
    await button(page).click()
    await expect(toasts(page).first()).toHaveText('Please complete the captcha challenge')
    gateway.challengeSeconds = 600
    await box(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await expect(said(page)).toHaveText('Checked')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test.describe('when it cannot load', () => {
    test.use({ allowed: /Failed to load resource|ERR_/ })

    test('it is requested once more from another URL', async ({ page, gateway }) => {
      await page.route(/assets\/altcha.*js$/, (route) => route.abort())
      await openForm(page, gateway)
      await fill(page)
      await solve(page)
    })

    test('an error and "Try again" appear, and the focus stays in the captcha', async ({
      page,
      gateway,
    }) => {
      await page.route(/assets\/altcha.*js/, (route) => route.abort(), { times: 2 })
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await expect(box(page)).not.toBeChecked()
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(page.getByRole('group', { name: 'Captcha' })).toBeFocused()
      await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
    })

    test('a rejected challenge shows an error and can be retried', async ({ page, gateway }) => {
      gateway.challengeStatus = 503
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      gateway.challengeStatus = 200
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    })

    test('the error says that the visitor is offline', async ({ page, gateway, context }) => {
      await openForm(page, gateway)
      await fill(page)
      await expect(box(page)).toBeVisible()
      await context.setOffline(true)
      await box(page).click()
      await expect(said(page)).toContainText('because you seem to be offline')
    })
  })
})

function box(page: Page) {
  return page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
}

const PROVIDERS: { variant: string; provider: Provider }[] = [
  { variant: 'pictures', provider: RECAPTCHA },
  { variant: 'claim', provider: HCAPTCHA },
  { variant: 'foreign', provider: TURNSTILE },
]
for (const { variant, provider } of PROVIDERS) {
  test.describe(new URL(provider).host, () => {
    test.use({
      variant,
      allowed:
        /left the site: https:\/\/(www\.google|js\.hcaptcha|challenges\.cloudflare|api\.emailjs)\.com|ERR_FAILED|Failed to load/,
    })

    test('loads on the first focus, and each token is sent once', async ({ page, gateway }) => {
      const requested = await standIn(page, provider)
      const bodies = await mockEmailJs(page)
      await openForm(page, gateway)
      await expect(box(page)).toBeVisible()
      expect(requested).toEqual([])
      await fill(page)
      await expect(box(page)).toBeHidden()
      const isRecaptcha = provider === RECAPTCHA
      await expect(widget(page)).toHaveAttribute('data-theme', 'light')
      await expect(widget(page)).toHaveAttribute('data-size', isRecaptcha ? 'normal' : 'compact')
      await expect(widget(page)).toHaveAttribute(
        'data-sitekey',
        isRecaptcha ? 'v2-key' : 'site-key',
      )
      await press(page, 'Solve')
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
      await expect(widget(page)).not.toHaveAttribute('data-solved')
      expect(requested).toHaveLength(1)
      expect(requested[0]?.searchParams.get('render')).toBe(isRecaptcha ? 'v3-key' : 'explicit')

      const fields = isRecaptcha ? bodies[0] : gateway.received[0]?.fields
      expect(fields?.['g-recaptcha-response']).toEqual(['token 1'])
      expect(fields).not.toHaveProperty('h-captcha-response')
      expect(fields).not.toHaveProperty('cf-turnstile-response')
      expect(fields?.recaptcha_score_response).toEqual(
        isRecaptcha ? ['score of v3-key for contact'] : undefined,
      )
    })

    test('its widget fits a viewport of 320 px', async ({ page, gateway }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      await standIn(page, provider)
      await openForm(page, gateway)
      await name(page).focus()
      await expect(widget(page)).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(320)
    })

    test('an expired token is not sent, and an error appears', async ({ page, gateway }) => {
      await standIn(page, provider)
      await openForm(page, gateway)
      await fill(page)
      await press(page, 'Solve')
      await press(page, 'Expire')
      await expect(said(page)).toContainText('The captcha has expired.')
      await button(page).click()
      await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
      expect(gateway.received).toEqual([])
    })

    test('a script that fails to load and a widget that fails can be retried', async ({
      page,
      gateway,
    }) => {
      const requested = await standIn(page, provider, 1)
      await openForm(page, gateway)
      await fill(page)
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await page.getByRole('button', { name: 'Try again' }).click()
      await press(page, 'Break')
      await page.getByRole('button', { name: 'Try again' }).click()
      await press(page, 'Solve')
      await expect(said(page)).toBeEmpty()
      expect(requested).toHaveLength(2)
    })
  })
}

/** Mocks the EmailJS API with its CORS headers. Returns the received bodies. */
async function mockEmailJs(page: Page): Promise<Record<string, string[]>[]> {
  const bodies: Record<string, string[]>[] = []
  await page.route('https://api.emailjs.com/**', async (route) => {
    const request = route.request()
    const form = await new Response(new Uint8Array(request.postDataBuffer() ?? []), {
      headers: { 'content-type': request.headers()['content-type'] ?? '' },
    }).formData()
    const names = new Set(form.keys())
    bodies.push(
      Object.fromEntries([...names].map((field) => [field, form.getAll(field).map(String)])),
    )
    await route.fulfill({ body: 'OK', headers: { 'access-control-allow-origin': '*' } })
  })
  return bodies
}

function widget(page: Page) {
  return page.locator('[data-widget]')
}

function press(page: Page, text: string) {
  return widget(page).getByRole('button', { name: text }).click()
}

test.describe('a challenge that is none', () => {
  /** One of each way to fail. `altcha.test.ts` has more. */
  const CHALLENGES: { what: string; reply: Reply }[] = [
    { what: 'a page', reply: { status: 200, text: '<!doctype html><p>Log in' } },
    {
      what: 'a way out',
      reply: { status: 302, text: '', headers: { location: 'http://[::1]:9/' } },
    },
    { what: 'a broken line', reply: 'close' },
  ]

  test.use({
    allowed:
      /Failed to load|ERR_|CORS policy|Content Security Policy|violates the|left the site: http:..\[::1/,
  })

  const seen = { cases: 0, 'error shown': 0, 'input preserved': 0 }
  test.afterAll(() => {
    recordResult({
      table: 'faults',
      what: '8 captcha: script or challenge missing, slow or invalid',
      figures: { ...seen, lost: seen.cases - seen['input preserved'] },
    })
  })

  test('shows an error and can be retried', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    for (const { what, reply } of CHALLENGES) {
      await test.step(what, async () => {
        gateway.challengeReply = reply
        await box(page).click()
        await expectError(page)
      })
    }
    gateway.challengeReply = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await sendSolved(page)
  })

  test('a challenge request times out after 45 seconds', async ({ page, gateway }) => {
    await page.clock.install()
    gateway.challengeReply = 'hang'
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    await expect(box(page)).toBeVisible()
    const asked = page.waitForRequest(/challenge/)
    await box(page).click()
    await asked
    await page.clock.fastForward(45_100)
    await expectError(page)
    gateway.challengeReply = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await sendSolved(page)
  })

  test('a captcha script missing after a new deployment shows an error', async ({
    page,
    gateway,
  }) => {
    const script = /assets\/altcha.*js/
    await page.route(script, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }),
    )
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    await box(page).click()
    await expectError(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectError(page)
    await expect(said(page)).toContainText('reload the page')
    await page.unroute(script)
    await page.reload()
    await openForm(page, gateway)
    await box(page).click()
    await sendSolved(page)
  })

  /** Checks the error, the unchanged message, and that the visitor can retry or send. */
  async function expectError(page: Page) {
    seen.cases++
    await expect(said(page)).toContainText('The captcha could not be loaded.')
    await expect(said(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    seen['error shown']++
    await expect(message(page)).toHaveValue('Keep me')
    await expect(button(page)).toBeEnabled()
    seen['input preserved']++
  }

  async function sendSolved(page: Page) {
    await expect(message(page)).toHaveValue('Keep me')
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  }
})

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
