import type { Page } from '@playwright/test'
import { startDroppingProxy } from '../fixtures/dropping-proxy.ts'
import { startTestGateway, type TestGateway } from '../fixtures/gateway.ts'
import { recordResult } from '../fixtures/results.ts'
import { approach, button, email, expect, fill, message, name, notice } from './contact.ts'
import { folderOf, hold, hydrated, test } from './site.ts'

// The built page with a real gateway, which must store each message once.

let gateway: TestGateway

test.beforeEach(async () => {
  gateway = await startTestGateway({ site: await folderOf('no captcha') })
})
test.afterEach(() => gateway.close())

const seen = { messages: 0, stored: 0, lost: 0, repeated: 0 }
test.afterAll(() => {
  recordResult({
    table: 'faults',
    what: '4 a message sent again by double clicks, tabs, Back, reload, resend and replay',
    figures: seen,
  })
})

/** Counts sent and stored messages, and expects each message exactly once. */
async function expectStored(...texts: string[]) {
  const rows = await gateway.gateway.store.db
    .selectFrom('messages')
    .select('template_params')
    .execute()
  const stored = rows.map(({ template_params: variables }) => JSON.parse(variables ?? '').message)
  seen.messages += texts.length
  seen.stored += stored.length
  seen.lost += texts.filter((text) => !stored.includes(text)).length
  seen.repeated += stored.length - new Set(stored).size
  expect(stored.sort()).toEqual(texts.sort())
}

test('a double click and a double Enter send one message each', async ({ page }) => {
  await open(page)
  await write(page, 'Clicked')
  await button(page).dblclick()
  await expect(notice(page)).toContainText('Thank you')
  await write(page, 'Entered')
  await email(page).evaluate((field: HTMLInputElement) => {
    // Both before a render, like a bouncing key.
    field.form?.requestSubmit()
    field.form?.requestSubmit()
  })
  await expect(notice(page)).toContainText('Thank you')
  await write(page, 'Held down')
  await email(page).focus()
  for (let press = 0; press < 5; press++) await page.keyboard.down('Enter')
  await expect(notice(page)).toContainText('Thank you')
  await expectStored('Clicked', 'Entered', 'Held down')
})

test('a double click before the scripts load sends one message', async ({ page }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(gateway.url, { waitUntil: 'commit' })
  await write(page, 'Early')
  await button(page).dblclick()
  release()
  await expect(notice(page)).toContainText('Thank you')
  await expectStored('Early')
})

test('a tab and its copy that send the same draft create one message', async ({ page }) => {
  await open(page)
  await write(page, 'In both')
  const opened = page.waitForEvent('popup')
  // A tab that another opens starts with a copy of its draft, like a duplicated tab.
  await page.evaluate(() => void window.open(location.href))
  const copy = await opened
  await ready(copy)
  await expect(message(copy)).toHaveValue('In both')
  for (const tab of [copy, page]) {
    await button(tab).click()
    await expect(notice(tab)).toContainText('Thank you')
  }
  await expectStored('In both')
})

test('a message whose response is lost on a reused connection is retried and stored once', async ({
  page,
}) => {
  const proxy = await startDroppingProxy(gateway.url)
  await page.goto(proxy.url)
  await ready(page)
  await write(page, 'Answer lost')
  proxy.arm()
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
  expect(proxy.dropped()).toBe(1)
  await expectStored('Answer lost')
  proxy.close()
})

test.describe('retried by the visitor', () => {
  test.use({ allowed: /ERR_FAILED|Failed to load/ })

  test('a message that failed and is sent again after Back is one message', async ({ page }) => {
    await open(page)
    await write(page, 'Left behind')
    // The request arrives, but its response is lost.
    await page.route(/send-form/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button(page).click()
    await expect(notice(page)).toContainText('could not be sent')
    await page.unroute(/send-form/)
    await page.goto(`${gateway.url}/robots.txt`)
    await page.goBack()
    await ready(page)
    await expect(message(page)).toHaveValue('Left behind')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await page.goto(`${gateway.url}/robots.txt`)
    await page.goBack()
    await ready(page)
    await expect(message(page)).toHaveValue('')
    await expectStored('Left behind')
  })
})

test('a captured request body that is replayed is one message', async ({ page }) => {
  await open(page)
  await write(page, 'Captured')
  const [sent] = await Promise.all([page.waitForRequest(/send-form/), button(page).click()])
  await expect(notice(page)).toContainText('Thank you')
  const body = new Uint8Array(sent.postDataBuffer() ?? [])
  const type = (await sent.allHeaders())['content-type'] ?? ''
  const headers = { 'content-type': type, origin: gateway.url }
  const replays = Array.from({ length: 10 }, () =>
    fetch(sent.url(), { method: 'POST', body, headers }),
  )
  for (const { status } of await Promise.all(replays)) expect(status).toBe(200)
  await expectStored('Captured')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('Back and resubmit, and a reload of the result page, are one message', async ({ page }) => {
    await page.goto(gateway.url)
    await fill(page)
    await message(page).fill('Without scripts')
    await button(page).click()
    await expect(page.getByRole('heading')).toHaveText('Your message has arrived')
    await page.reload()
    await expect(page.getByRole('heading')).toHaveText('Your message has arrived')
    await page.goBack()
    await expect(message(page)).toHaveValue('Without scripts')
    await button(page).click()
    await expect(page.getByRole('heading')).toHaveText('Your message has arrived')
    await expectStored('Without scripts')
  })
})

async function open(page: Page) {
  await page.goto(gateway.url)
  await ready(page)
}

async function ready(page: Page) {
  await hydrated(page)
  await approach(page)
}

async function write(page: Page, text: string) {
  await fill(page, text)
  await expect(name(page)).not.toHaveValue('')
}
