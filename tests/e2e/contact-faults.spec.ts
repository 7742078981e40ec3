import type { Page } from '@playwright/test'
import { startTestGateway, type TestGateway } from '../fixtures/gateway.ts'
import type { MockGateway, Reply } from '../fixtures/mock-gateway.ts'
import { freePort } from '../fixtures/processes.ts'
import { builtSite } from '../fixtures/sites.ts'
import {
  approach,
  button,
  captcha,
  email,
  expect,
  fill,
  HCAPTCHA,
  message,
  name,
  notice,
  openForm,
  type Provider,
  pressWhileChecking,
  RECAPTCHA,
  said,
  solve,
  standIn,
  subject,
  TURNSTILE,
  test,
  toasts,
} from './contact.ts'
import { findViolations, hydrated, recordAnnouncements } from './site.ts'

// What can go wrong on the way of a message. send.test.ts has a table of all replies, draft.test.ts one of stored
// drafts, altcha.test.ts one of challenges; the browser has one of each kind.

const WORDS = 'Keep me\n😀 ż'
const FAILED = 'Failed to send message. Please try again later.'
const TIMED_OUT = /No answer came in time/

test.describe('a reply that is not the answer of a gateway', () => {
  const FAULTS: { what: string; reply: Reply | 'refused'; says: RegExp }[] = [
    { what: 'no server listens', reply: 'refused', says: /could not be sent/ },
    { what: 'half an answer', reply: 'half', says: /could not be sent/ },
    {
      what: 'a way out',
      reply: { status: 302, text: '', headers: { location: process.env.OUTSIDE ?? '' } },
      says: /could not be sent/,
    },
    { what: 'a limit', reply: { status: 429, text: '' }, says: /Too many messages/ },
  ]

  test.use({
    variant: 'no captcha',
    allowed: /Failed to load resource|ERR_|CORS policy|Content Security Policy|violates the/,
  })

  test('shows an error, announces it once and keeps the input', async ({ page, gateway }) => {
    // On a port that no other program gets while nothing listens there.
    const port = await freePort()
    await gateway.stop()
    await gateway.start(port)
    const announced = await recordAnnouncements(page)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    await fill(page, WORDS)
    for (const { what, reply, says } of FAULTS) {
      await test.step(what, async () => {
        if (reply === 'refused') await gateway.stop()
        else gateway.replies = [reply]
        await button(page).click()
        await expect(button(page)).toBeEnabled()
        await expect(toasts(page)).toHaveCount(1)
        if (reply === 'refused') await gateway.start(port)
        await expectError(page, says)
        await expectInputKept(page)
      })
    }
    expect((await announced()).slice(-2)).toEqual([
      'Sending…',
      expect.stringMatching(/^Too many messages came in a short time\..* Or write to maja@/),
    ])
    expect(await findViolations(page, '#contact', '[aria-label="Notices"]')).toEqual([])
    await sendAgain(page, gateway)
  })

  test('with an OK status gives no receipt, and the text back', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page, WORDS)
    gateway.replies = [
      { status: 200, text: '<html>Log in</html>', headers: { 'content-type': 'text/html' } },
    ]
    await button(page).click()
    await expect(toasts(page)).toHaveText('Message sent successfully!')
    await expect(message(page)).toHaveValue('')
    await expect(notice(page)).toContainText('did not confirm')
    await expect(notice(page)).toBeFocused()
    await expect(receipt(page)).toHaveCount(0)
    await notice(page).getByRole('button', { name: 'Put the text back' }).click()
    await expectInputKept(page)
    await expect(message(page)).toBeFocused()
    await expect(notice(page)).toHaveCount(0)
    // Without the press, it is a draft.
    await button(page).click()
    await expect(notice(page)).toContainText('did not confirm')
    await openForm(page, gateway)
    await expectInputKept(page)
    await sendAgain(page, gateway)
    await expect(receipt(page)).toBeVisible()
    await openForm(page, gateway)
    await expect(message(page)).toHaveValue('')
  })

  test('a missing, trickling or late response times out', async ({ page, gateway }) => {
    const late = Promise.withResolvers<void>()
    const slow = { status: 200, text: 'OK', after: late.promise }
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page, WORDS)
    // Only the test advances the time, so a slow machine changes nothing.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    for (const [index, reply] of (['hang', 'trickle', slow] as const).entries()) {
      gateway.replies = [reply]
      await button(page).click()
      await expect.poll(() => gateway.received.length).toBe(index + 1)
      await page.clock.runFor(19_900)
      await expect(button(page)).toBeDisabled()
      await page.clock.runFor(200)
      await expectError(page, TIMED_OUT)
      await expectInputKept(page)
    }
    late.resolve()
    await sendAgain(page, gateway)
  })

  /** Sends when the gateway answers again. Every try had the same submission id, so that it counts as one message. */
  async function sendAgain(page: Page, gateway: MockGateway) {
    gateway.replies = [{ status: 200, text: 'OK' }]
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received.length).toBeGreaterThan(1)
    const submissionIds = gateway.received.map(({ fields }) => fields.submission_id?.[0])
    expect(new Set(submissionIds).size).toBe(1)
  }

  /** Checks the error toast, and the persistent notice that announces the error. */
  async function expectError(page: Page, says: RegExp) {
    await expect(toasts(page).last()).toHaveAttribute('data-type', 'error')
    await expect(toasts(page).last()).toHaveText(FAILED)
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

  function receipt(page: Page) {
    return page.getByRole('region', { name: 'Receipt' })
  }
})

test.describe('a filter of the owner', () => {
  test.use({ variant: 'everything', allowed: /Failed to load resource/ })

  test('rejects a blocklisted value before anything is sent', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await name(page).fill('Spam')
    await email(page).fill('spam@example.com')
    await message(page).fill('Good')
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('was refused')
    await expect(toasts(page)).toHaveText(FAILED)
    expect(gateway.received).toEqual([])
  })

  test('throttles a second message too soon, and does not count a failed one', async ({
    page,
    gateway,
  }) => {
    gateway.replies = [
      { status: 500, text: '' },
      { status: 200, text: 'OK' },
    ]
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page, 'Good')
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await fill(page, 'Good')
    for (const _ of [1, 2]) {
      await solve(page)
      await button(page).click()
      await expect(notice(page)).toContainText('Too many messages')
    }
    expect(gateway.received).toHaveLength(2)
    await page.clock.fastForward(61_000)
    await solve(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(3)
  })
})

test.describe('the real gateway stores once', () => {
  let gateway: TestGateway

  test.beforeEach(async () => {
    gateway = await startTestGateway({ site: await builtSite('no captcha') })
  })
  test.afterEach(() => gateway.close())

  test('a double click, a double Enter and an Enter held down', async ({ page }) => {
    await page.goto(gateway.url)
    await ready(page)
    await fill(page, 'Clicked')
    await button(page).dblclick()
    await expect(notice(page)).toContainText('Thank you')
    await fill(page, 'Entered')
    await email(page).evaluate((field: HTMLInputElement) => {
      // Both before a render, like a bouncing key.
      field.form?.requestSubmit()
      field.form?.requestSubmit()
    })
    await expect(notice(page)).toContainText('Thank you')
    await fill(page, 'Held down')
    await email(page).focus()
    for (let press = 0; press < 5; press++) await page.keyboard.down('Enter')
    await expect(notice(page)).toContainText('Thank you')
    await expectStored('Clicked', 'Entered', 'Held down')
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('a message after Back and resubmit, and after a reload of the result page', async ({
      page,
    }) => {
      const expectResult = () =>
        expect(page.getByRole('heading')).toHaveText('Your message has arrived')
      await page.goto(gateway.url)
      await fill(page, 'Without scripts')
      await button(page).click()
      await expectResult()
      await page.reload()
      await expectResult()
      await page.goBack()
      await expect(message(page)).toHaveValue('Without scripts')
      await button(page).click()
      await expectResult()
      await expectStored('Without scripts')
    })
  })

  async function expectStored(...texts: string[]) {
    const rows = await gateway.gateway.store.db
      .selectFrom('messages')
      .select('template_params')
      .execute()
    const stored = rows.map(({ template_params: variables }) => JSON.parse(variables ?? '').message)
    expect(stored.sort()).toEqual(texts.sort())
  }

  async function ready(page: Page) {
    await hydrated(page)
    await approach(page)
  }
})

test.describe('scripts that do not load', () => {
  /** The response to files of a previous deployment: an HTML page with status 404. */
  const GONE = { status: 404, contentType: 'text/html', body: '<!doctype html><p>Not here' }

  test.use({ variant: 'no captcha', allowed: /Failed to load|ERR_|MIME type|Error hydrating/ })

  for (const [script, how] of [
    [/assets\/client/, 'abort'],
    [/assets\/ContactForm/, 'gone'],
    [/assets\/(?!client|ContactForm)[^/]*\.js/, 'gone'],
  ] as const) {
    test(`the browser submits the form natively, once: ${script.source}, ${how}`, async ({
      page,
      gateway,
    }) => {
      await page.route(script, (route) => (how === 'abort' ? route.abort() : route.fulfill(GONE)))
      await page.goto(gateway.url)
      await fill(page, 'Keep me')
      await page.waitForLoadState('networkidle')
      await expect(message(page)).toHaveValue('Keep me')
      await button(page).click()
      // Each interaction requests the scripts again. None may submit again.
      await page.mouse.wheel(0, 10)
      await page.mouse.wheel(0, -10)
      await expect(page).toHaveURL(/send-form$/)
      expect(gateway.received).toHaveLength(1)
      expect(gateway.received[0]?.fields).toMatchObject({
        user_email: ['ada@example.com'],
        message: ['Keep me'],
        service_id: ['default_service'],
      })
      expect(gateway.received[0]?.fields).not.toHaveProperty('lib_version')
    })
  }
})

test.describe('the built-in captcha', () => {
  test.use({
    allowed:
      /Failed to load|ERR_|CORS policy|Content Security Policy|violates the|left the site: http:..\[::1/,
  })

  test('shows when it has expired and can be solved again', async ({ page, gateway }) => {
    await page.clock.install()
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await page.clock.fastForward(gateway.challengeSeconds * 1000)
    await expect(said(page)).toContainText('The captcha has expired.')
    await button(page).click()
    await expect(toasts(page).first()).toHaveText('Please complete the captcha challenge')
    await captcha(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await expect(said(page)).toHaveText('Checked')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test('gets a new token after a failure, and the retry is delivered', async ({
    page,
    gateway,
  }) => {
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

  /** What fails, and what the visitor reads beside "The captcha could not be loaded". */
  const FAULTS: {
    what: string
    fail: (page: Page, gateway: MockGateway) => unknown
    says?: RegExp
  }[] = [
    {
      what: 'a script that is requested in vain from two addresses',
      fail: (page) => page.route(SCRIPT, (route) => route.abort(), { times: 2 }),
    },
    {
      what: 'a page in place of the challenge',
      fail: (_, gateway) => reply(gateway, { status: 200, text: '<!doctype html><p>Log in' }),
    },
    {
      what: 'a challenge elsewhere',
      fail: (_, gateway) =>
        reply(gateway, { status: 302, text: '', headers: { location: 'http://[::1]:9/' } }),
    },
    { what: 'a closed connection', fail: (_, gateway) => reply(gateway, 'close') },
    { what: 'no answer within 45 seconds', fail: (_, gateway) => reply(gateway, 'hang') },
    {
      what: 'no network',
      fail: (page) => page.context().setOffline(true),
      says: /because you seem to be offline/,
    },
  ]

  test('has an error and a retry for whatever does not load', async ({ page, gateway }) => {
    await page.clock.install()
    for (const { what, fail, says = /The captcha could not be loaded/ } of FAULTS) {
      await test.step(what, async () => {
        await openForm(page, gateway)
        await fill(page, 'Keep me')
        await expect(captcha(page)).toBeVisible()
        await fail(page, gateway)
        const asked = gateway.challengeReply === 'hang' && page.waitForRequest(/challenge/)
        await captcha(page).click()
        await asked
        if (asked) await page.clock.fastForward(45_100)
        await expect(said(page), what).toContainText(says)
        await expect(message(page)).toHaveValue('Keep me')
        await expect(button(page)).toBeEnabled()
        gateway.challengeReply = undefined
        await page.context().setOffline(false)
        await page.getByRole('button', { name: 'Try again' }).press('Enter')
        await expect(page.getByRole('group', { name: 'Captcha' })).toBeFocused()
        await sendSolved(page)
      })
    }
    expect(gateway.received).toHaveLength(FAULTS.length)
  })

  test('asks to reload the page for a script that is missing after a new deployment', async ({
    page,
    gateway,
  }) => {
    await page.route(SCRIPT, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }),
    )
    await openForm(page, gateway)
    await fill(page, 'Keep me')
    await captcha(page).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(said(page)).toContainText('reload the page')
    await page.unroute(SCRIPT)
    await openForm(page, gateway)
    await captcha(page).click()
    await sendSolved(page)
  })

  test('drops a message that waits for it when it fails, and the next press sends', async ({
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
    expect(gateway.received, 'no press').toEqual([])
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(1)
  })

  test('lets a message that waits for it time out within 20 seconds', async ({ page, gateway }) => {
    await page.clock.install()
    const release = await pressWhileChecking(page, gateway)
    await expect(button(page)).toBeDisabled()
    await page.clock.fastForward(20_000)
    await expect(notice(page)).toContainText(TIMED_OUT)
    await expect(button(page)).toBeEnabled()
    await expect(toasts(page)).toHaveText(FAILED)
    // The verification itself may still succeed.
    release()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  const SCRIPT = /assets\/altcha.*js/

  function reply(gateway: MockGateway, answer: Reply) {
    gateway.challengeReply = answer
  }

  async function sendSolved(page: Page) {
    await expect(message(page)).toHaveValue('Keep me')
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  }
})

const PROVIDERS: { variant: string; provider: Provider }[] = [
  { variant: 'pictures', provider: RECAPTCHA },
  { variant: 'levels', provider: HCAPTCHA },
  { variant: 'foreign', provider: TURNSTILE },
]
for (const { variant, provider } of PROVIDERS) {
  test.describe(new URL(provider).host, () => {
    test.use({
      variant,
      allowed:
        /left the site: https:\/\/(www\.google|js\.hcaptcha|challenges\.cloudflare|api\.emailjs)\.com|ERR_FAILED|Failed to load/,
    })

    test('loads on the first focus, is retried, fits 320 px, and each token is sent once', async ({
      page,
      gateway,
    }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      const requested = await standIn(page, provider, 1)
      const bodies = await mockEmailJs(page)
      await openForm(page, gateway)
      await expect(captcha(page)).toBeVisible()
      expect(requested).toEqual([])
      await fill(page)
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(captcha(page)).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      const isRecaptcha = provider === RECAPTCHA
      const widget = page.locator('[data-widget]')
      await expect(widget).toHaveAttribute('data-theme', 'light')
      await expect(widget).toHaveAttribute('data-size', isRecaptcha ? 'normal' : 'compact')
      await expect(widget).toHaveAttribute('data-sitekey', isRecaptcha ? 'v2-key' : 'site-key')

      await widget.getByRole('button', { name: 'Break' }).click()
      await page.getByRole('button', { name: 'Try again' }).click()
      await widget.getByRole('button', { name: 'Solve' }).click()
      await widget.getByRole('button', { name: 'Expire' }).click()
      await expect(said(page)).toContainText('The captcha has expired.')
      await button(page).click()
      await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
      expect([...gateway.received, ...bodies]).toEqual([])

      await widget.getByRole('button', { name: 'Solve' }).click()
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
      await expect(widget).not.toHaveAttribute('data-solved')
      expect(requested).toHaveLength(2)
      expect(requested[1]?.searchParams.get('render')).toBe(isRecaptcha ? 'v3-key' : 'explicit')
      const fields = isRecaptcha ? bodies[0] : gateway.received[0]?.fields
      expect(fields?.['g-recaptcha-response']).toEqual(['token 2'])
      expect(fields).not.toHaveProperty('h-captcha-response')
      expect(fields).not.toHaveProperty('cf-turnstile-response')
      expect(fields?.recaptcha_score_response).toEqual(
        isRecaptcha ? ['score of v3-key for contact'] : undefined,
      )
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
