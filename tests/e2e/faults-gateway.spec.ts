import type { Page } from '@playwright/test'
import { keepFigures } from '../fixtures/figures.ts'
import type { Reply, StandInGateway } from '../fixtures/stand-in-gateway.ts'
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
const moved = (location: string, status = 302): Reply => ({
  status,
  text: '',
  headers: { location },
})

/** Whatever comes in place of the gateway's answer, and what the visitor is told. */
const FAULTS: { what: string; reply: Reply | 'refused'; says: RegExp }[] = [
  { what: 'nobody listens', reply: 'refused', says: /could not be sent/ },
  { what: 'a page with 200', reply: page(200, HTML), says: /could not be sent/ },
  { what: 'a page after blank lines', reply: page(200, `\n\n${PROXY}`), says: /could not be sent/ },
  { what: 'a way to another page', reply: moved('/'), says: /could not be sent/ },
  { what: 'a way out', reply: moved(process.env.OUTSIDE ?? ''), says: /could not be sent/ },
  { what: 'a way in a circle', reply: moved('?', 307), says: /could not be sent/ },
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

test('whatever answers in place of the gateway, it is told and nothing is lost', async ({
  page,
  gateway,
}) => {
  test.slow()
  await page.clock.install()
  await openForm(page, gateway)
  await page.clock.pauseAt(Date.now() + 60_000)
  await write(page)
  const seen = { cases: 0, told: 0, 'text kept': 0 }
  for (const { what, reply, says } of FAULTS) {
    await test.step(what, async () => {
      await meet(gateway, reply, () => send(page))
      seen.cases++
      await expectTold(page, says)
      seen.told++
      await expectKept(page)
      seen['text kept']++
    })
  }
  gateway.replies = [{ status: 200, text: 'OK' }]
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
  const names = new Set(gateway.received.map(({ fields }) => fields.submission_id?.[0]))
  expect(names.size).toBe(1)
  keepFigures({
    table: 'faults',
    what: '8 garbage in place of an answer, in the browser',
    figures: { ...seen, lost: seen.cases - seen['text kept'] },
  })
})

test('whatever text comes with an OK status, the message has arrived', async ({
  page,
  gateway,
}) => {
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

test('an answer that drips, or comes after 20 seconds, is too late, and the next try is the same message', async ({
  page,
  gateway,
}) => {
  const late = Promise.withResolvers<void>()
  const slow = { status: 200, text: 'OK', after: late.promise }
  await page.clock.install()
  await openForm(page, gateway)
  await write(page)
  for (const [place, reply] of (['trickle', slow] as const).entries()) {
    gateway.replies = [reply]
    await button(page).click()
    await expect.poll(() => gateway.received.length).toBe(place + 1)
    await page.clock.fastForward(15_100)
    await expectTold(page, /No answer came in time/)
    await expectKept(page)
  }
  late.resolve()
  gateway.replies = [{ status: 200, text: 'OK' }]
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
  const names = new Set(gateway.received.map(({ fields }) => fields.submission_id?.[0]))
  expect(names.size).toBe(1)
})

test('a network that goes while a message is under way, and comes back', async ({
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
  await expectTold(page, /You seem to be offline/)
  await expectKept(page)
  await button(page).click()
  await expectTold(page, /You seem to be offline/)
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

/** Lets a reply be given, or nobody be there at all, while something is done. */
async function meet(gateway: StandInGateway, reply: Reply | 'refused', act: () => Promise<void>) {
  if (reply !== 'refused') {
    gateway.replies = [reply]
    return act()
  }
  const { port } = new URL(gateway.url)
  await gateway.stop()
  await act()
  await gateway.start(Number(port))
}

/** Sends and waits for the end, when the toasts of earlier tries have had their time. */
async function send(page: Page) {
  await page.clock.runFor(5400)
  await expect(toasts(page)).toHaveCount(0)
  await button(page).click()
  await expect(toasts(page)).toHaveCount(1)
}

/** Seen and said: the toast by an alert, the notice by a place that is always there. */
async function expectTold(page: Page, says: RegExp) {
  await expect(page.getByRole('alert').locator('[data-type="error"]').last()).toBeVisible()
  await expect(toasts(page).last()).toHaveText('Failed to send message. Please try again later.')
  await expect(notice(page)).toContainText(says)
  await expect(notice(page)).toBeVisible()
  await expect(notice(page)).toHaveAttribute('role', 'status')
}

/** Everything typed is there and nothing is off or busy. */
async function expectKept(page: Page) {
  await expect(name(page)).toHaveValue('Ada Łovelace')
  await expect(email(page)).toHaveValue('ada@example.com')
  await expect(message(page)).toHaveValue(WORDS)
  await expect(message(page)).toBeEditable()
  await expect(button(page)).toBeEnabled()
  await expect(button(page)).toHaveText('Send message')
  await expect(subject(page)).not.toHaveAttribute('aria-disabled', 'true')
}
