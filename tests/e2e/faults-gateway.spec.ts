import type { Page } from '@playwright/test'
import type { Reply, StandInGateway } from '../fixtures/mock-gateway.ts'
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
  subject,
  test,
  toasts,
} from './contact.ts'

const WORDS = 'Keep me\n😀 ż'
const HTML = '<!doctype html>\n<title>Welcome</title><p>Please log in.'
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

/** Responses from something other than the gateway, and the error that the visitor sees. */
const FAULTS: { what: string; reply: Reply | 'refused'; says: RegExp }[] = [
  { what: 'nobody listens', reply: 'refused', says: /could not be sent/ },
  { what: 'a page with 200', reply: page(200, HTML), says: /could not be sent/ },
  { what: 'a page after blank lines', reply: page(200, `\n\n${PROXY}`), says: /could not be sent/ },
  { what: 'a way to another page', reply: redirect('/'), says: /could not be sent/ },
  { what: 'a way out', reply: redirect(process.env.OUTSIDE ?? ''), says: /could not be sent/ },
  { what: 'a way in a circle', reply: redirect('?', 307), says: /could not be sent/ },
  { what: 'half an answer', reply: 'half', says: /could not be sent/ },
  { what: 'a host without gateway', reply: page(404), says: /could not be sent/ },
  { what: 'a host that takes no posts', reply: page(405), says: /could not be sent/ },
  { what: 'a proxy at fault', reply: page(500), says: /could not be sent/ },
  { what: 'a proxy alone', reply: page(502), says: /could not be sent/ },
  { what: 'a gateway at rest', reply: page(503, 'x', { 'retry-after': '60' }), says: /could not/ },
  { what: 'a proxy that waited', reply: page(504), says: /could not be sent/ },
  { what: 'a proxy for small bodies', reply: page(413), says: /was not accepted/ },
  { what: 'a busy proxy', reply: page(429, PROXY, { 'retry-after': '9' }), says: /a few minutes/ },
  { what: 'JSON', reply: { status: 422, text: '{"error":{"a":1}}' }, says: /could not be sent/ },
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
  await page.clock.install()
  await openForm(page, gateway)
  await page.clock.pauseAt(Date.now() + 60_000)
  await write(page)
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

test('a 2xx status means success, whatever the response text', async ({ page, gateway }) => {
  await openForm(page, gateway)
  for (const reply of [
    { status: 200, text: '' },
    { status: 200, text: 'Queued, see <b>below</b>' },
    { status: 202, text: '{"success":true}' },
  ]) {
    gateway.replies = [reply]
    await write(page)
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(message(page)).toHaveValue('')
  }
})

test('a trickling or late response times out, and the retry has the same submission id', async ({
  page,
  gateway,
}) => {
  const late = Promise.withResolvers<void>()
  const slow = { status: 200, text: 'OK', after: late.promise }
  await page.clock.install()
  await openForm(page, gateway)
  await write(page)
  for (const [index, reply] of (['trickle', slow] as const).entries()) {
    gateway.replies = [reply]
    await button(page).click()
    await expect.poll(() => gateway.received.length).toBe(index + 1)
    await page.clock.fastForward(18_100)
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
  await write(page)
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

async function write(page: Page) {
  await fill(page)
  await message(page).fill(WORDS)
}

/** Sets the gateway's reply, or stops the gateway, while `act` runs. */
async function withReply(
  gateway: StandInGateway,
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

/** Waits until earlier toasts have expired, then sends and waits for the result. */
async function send(page: Page) {
  await page.clock.runFor(5400)
  await expect(toasts(page)).toHaveCount(0)
  await button(page).click()
  await expect(toasts(page)).toHaveCount(1)
}

/** Checks the error toast, and the persistent notice that announces the error. */
async function expectError(page: Page, says: RegExp) {
  await expect(toasts(page).last()).toHaveAttribute('data-type', 'error')
  await expect(toasts(page).last()).toHaveText('Failed to send message. Please try again later.')
  await expect(notice(page)).toContainText(says)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).toHaveAttribute('aria-live', 'polite')
}

/** Checks that all input is preserved and nothing is disabled or busy. */
async function expectInputKept(page: Page) {
  await expect(name(page)).toHaveValue('Ada Łovelace')
  await expect(email(page)).toHaveValue('ada@example.com')
  await expect(message(page)).toHaveValue(WORDS)
  await expect(message(page)).toBeEditable()
  await expect(button(page)).toBeEnabled()
  await expect(button(page)).toHaveText('Send message')
  await expect(subject(page)).not.toHaveAttribute('aria-disabled', 'true')
}
