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
  said,
  subject,
  test,
  toasts,
} from './contact.ts'

test.describe('of the gateway', () => {
  const WORDS = 'Keep me\n😀 ż'
  const PROXY = '<html><head><title>502 Bad Gateway</title></head></html>'
  const page = (status: number, text = PROXY, headers = {}): Reply => ({
    status,
    text,
    headers: { 'content-type': 'text/html', ...headers },
  })
  const redirect = (location: string, status = 302): Reply => ({
    status,
    text: '',
    headers: { location },
  })

  /** Each kind of failure, and the error that the visitor sees. `send.test.ts` has every status. */
  const FAULTS: { what: string; reply: Reply | 'refused'; says: RegExp }[] = [
    { what: 'nobody listens', reply: 'refused', says: /could not be sent/ },
    { what: 'a way out', reply: redirect(process.env.OUTSIDE ?? ''), says: /could not be sent/ },
    { what: 'a way in a circle', reply: redirect('?', 307), says: /could not be sent/ },
    { what: 'half an answer', reply: 'half', says: /could not be sent/ },
    { what: 'a broken connection', reply: 'close', says: /could not be sent/ },
    { what: 'a proxy alone', reply: page(502), says: /could not be sent/ },
    { what: 'a proxy for small bodies', reply: page(413), says: /was not accepted/ },
    { what: 'a gateway of others', reply: page(403, 'Forbidden'), says: /was refused/ },
    { what: 'EmailJS', reply: page(451, 'Headless'), says: /driven by a program/ },
    {
      what: 'a busy proxy',
      reply: page(429, PROXY, { 'retry-after': '9' }),
      says: /a few minutes/,
    },
  ]

  test.use({
    variant: 'no captcha',
    allowed: /Failed to load resource|ERR_|CORS policy|Content Security Policy|violates the/,
  })

  test('any response that is not from the gateway shows an error and keeps the input', async ({
    page,
    gateway,
  }) => {
    test.slow()
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

  test('an OK status that is not the answer of a gateway gives no receipt, and the text back', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    for (const reply of [
      { status: 200, text: '' },
      { status: 200, text: 'Queued, see <b>below</b>' },
      { status: 202, text: '{"success":true}' },
      { status: 200, text: PROXY, headers: { 'content-type': 'text/html' } },
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

test.describe('of the captcha', () => {
  const json = (text: string, status = 200): Reply => ({
    status,
    text,
    headers: { 'content-type': 'application/json' },
  })

  /** Invalid responses instead of a challenge. */
  const CHALLENGES: { what: string; reply: Reply }[] = [
    { what: 'a page', reply: { status: 200, text: '<!doctype html><p>Log in' } },
    { what: 'a page that says it is JSON', reply: json('<!doctype html>') },
    { what: 'nothing', reply: json('') },
    { what: 'null', reply: json('null') },
    { what: 'a list', reply: json('[]') },
    { what: 'another shape', reply: json('{"algorithm":"SHA-256","challenge":"x","salt":"y"}') },
    { what: 'a shape without sense', reply: json('{"parameters":{},"signature":""}') },
    { what: 'an unknown algorithm', reply: json('{"parameters":{"algorithm":"X"}}') },
    { what: 'a refusal', reply: json('{"error":"x"}', 429) },
    { what: 'a proxy at fault', reply: { status: 502, text: '<html>' } },
    {
      what: 'a way out',
      reply: { status: 302, text: '', headers: { location: 'http://[::1]:9/' } },
    },
    { what: 'a broken line', reply: 'close' },
    { what: 'half a challenge', reply: 'half' },
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

  test('any invalid challenge response shows an error and can be retried', async ({
    page,
    gateway,
  }) => {
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

  function box(page: Page) {
    return page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
  }
})

test.describe('of the storage', () => {
  const YEAR_MS = 365 * 86_400_000

  /** Breaks localStorage and sessionStorage. Runs in the page before its own scripts. */
  const BROKEN: Record<string, () => void> = {
    blocked: () => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException('blocked', 'SecurityError')
          },
        })
      }
    },
    'missing, as in some apps': () => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, { value: null })
      }
    },
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
    'broken in every call': () => {
      for (const call of ['getItem', 'setItem', 'removeItem'] as const) {
        Storage.prototype[call] = () => {
          throw new DOMException('broken', 'InvalidStateError')
        }
      }
    },
  }

  /** Stored values that another site of the origin or a curious visitor may leave; `draft.test.ts` has more. */
  const GARBAGE = [
    '{',
    '{"fields":{"user_name":{"a":1},"message":[1],"__proto__":{"x":1}},"submissionId":"a"}',
    `{"fields":{"user_name":"Bo"},"submissionId":"${'x'.repeat(300_000)}","startedAt":1e300}`,
    String(Date.now() + YEAR_MS),
  ]

  test.use({ variant: 'spam filter', allowed: /Failed to load resource/ })

  const seen = { cases: 0, 'error shown': 0, 'input preserved': 0 }
  test.afterAll(() => {
    recordResult({
      table: 'faults',
      what: '8 storage blocked, missing, full, broken or filled with garbage',
      figures: { ...seen, lost: seen.cases - seen['input preserved'] },
    })
  })

  for (const [what, breakStorage] of Object.entries(BROKEN)) {
    test(`a message is sent with storage that is ${what}`, async ({ page, gateway }) => {
      await page.addInitScript(breakStorage)
      gateway.replies = [
        { status: 500, text: '' },
        { status: 200, text: 'OK' },
      ]
      await openForm(page, gateway)
      await page.getByLabel('Theme').selectOption('dark')
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await failAndSend(page)
      const [first, second] = gateway.received.map(({ fields }) => fields.submission_id)
      expect(second).toEqual(first)
    })
  }

  test('a message is sent with garbage in storage, which is replaced', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    for (const garbage of GARBAGE) {
      await test.step(garbage.slice(0, 40) || 'nothing', async () => {
        await page.evaluate((text) => {
          for (const key of ['/theme', '/last-message']) localStorage.setItem(key, text)
          sessionStorage.setItem('/draft', text)
        }, garbage)
        await openForm(page, gateway)
        seen.cases++
        await fill(page, 'Keep me')
        seen['input preserved']++
        await button(page).click()
        await expect(notice(page)).toContainText('Thank you')
        seen['error shown']++
        expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toBeNull()
      })
    }
    for (const { fields } of gateway.received) {
      expect(fields.submission_id).toEqual([expect.stringMatching(/^[\w-]{1,64}$/)])
    }
  })

  test('no older draft returns after sending a text that exceeded the storage quota', async ({
    page,
    gateway,
  }) => {
    await page.addInitScript(() => {
      const write = Storage.prototype.setItem
      Storage.prototype.setItem = function (this: Storage, key, value) {
        if (value.length > 200) throw new DOMException('full', 'QuotaExceededError')
        write.call(this, key, value)
      }
    })
    await openForm(page, gateway)
    await fill(page)
    await message(page).fill('Short')
    await message(page).fill('Long '.repeat(50))
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await openForm(page, gateway)
    await expect(name(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
  })

  /** The first try fails with an error and keeps the input. The second succeeds. */
  async function failAndSend(page: Page) {
    seen.cases++
    await fill(page, 'Keep me')
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    seen['error shown']++
    await expect(message(page)).toHaveValue('Keep me')
    seen['input preserved']++
    await expect(button(page)).toBeEnabled()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  }
})
