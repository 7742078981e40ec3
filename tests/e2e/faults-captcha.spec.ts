import type { Page } from '@playwright/test'
import type { Reply } from '../fixtures/mock-gateway.ts'
import { recordResult } from '../fixtures/results.ts'
import { button, expect, fill, message, notice, openForm, said, solve, test } from './contact.ts'

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
  { what: 'a way out', reply: { status: 302, text: '', headers: { location: 'http://[::1]:9/' } } },
  { what: 'a broken line', reply: 'close' },
  { what: 'half a challenge', reply: 'half' },
]

test.use({
  allowed:
    /ALTCHA|Failed to load|ERR_|CORS policy|Content Security Policy|violates the|left the site: http:..\[::1/,
})

const seen = { cases: 0, 'error shown': 0, 'input preserved': 0 }
test.afterAll(() => {
  recordResult({
    table: 'faults',
    what: '8 captcha: script, styles, worker or challenge missing, slow or invalid',
    figures: { ...seen, lost: seen.cases - seen['input preserved'] },
  })
})

test('any invalid challenge response shows an error and can be retried', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  await write(page)
  for (const { what, reply } of CHALLENGES) {
    await test.step(what, async () => {
      gateway.challengeReply = reply
      await box(page).click()
      await expectError(page)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(said(page)).toBeEmpty()
    })
  }
  gateway.challengeReply = undefined
  await solveAndSend(page)
})

test('a challenge request times out after 45 seconds', async ({ page, gateway }) => {
  await page.clock.install()
  gateway.challengeReply = 'hang'
  await openForm(page, gateway)
  await write(page)
  await expect(box(page)).toBeVisible()
  const asked = page.waitForRequest(/challenge/)
  await box(page).click()
  await asked
  await page.clock.fastForward(45_100)
  await expectError(page)
  gateway.challengeReply = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await solveAndSend(page)
})

const FILES = [
  { what: 'script', file: /assets\/altcha.*js/ },
  { what: 'style sheet', file: /assets\/altcha.*css/ },
  { what: 'worker', file: /assets\/pbkdf2/ },
]
for (const { what, file } of FILES) {
  test(`a captcha ${what} missing after a new deployment shows an error`, async ({
    page,
    gateway,
  }) => {
    await page.route(file, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }),
    )
    await openForm(page, gateway)
    await write(page)
    if (what === 'worker') await box(page).click()
    await expectError(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    if (what === 'worker') await box(page).click()
    await expectError(page)
    await expect(said(page)).toContainText('reload the page')
    await page.unroute(file)
    await page.reload()
    await openForm(page, gateway)
    await message(page).focus()
    await solveAndSend(page)
  })
}

test('a browser that blocks workers shows an error', async ({ page, gateway }) => {
  await page.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new DOMException('blocked', 'SecurityError')
      }
    } as unknown as typeof Worker
  })
  await openForm(page, gateway)
  await write(page)
  await box(page).click()
  await expectError(page)
})

async function write(page: Page) {
  await fill(page)
  await message(page).fill('Keep me')
}

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

async function solveAndSend(page: Page) {
  await expect(message(page)).toHaveValue('Keep me')
  await solve(page)
  await button(page).click()
  await expect(notice(page)).toContainText('Thank you')
}

function box(page: Page) {
  return page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
}
