import type { Page } from '@playwright/test'
import { expect, fill, notice, openForm, solve, test } from './contact.ts'
import { HYDRATED_FORM, hold, hydrated } from './site.ts'

// A browser that translates a page replaces its text nodes, and those that scripts add later.

test.use({ allowed: /Failed to load resource|ERR_/ })

test('a translated form reports a failure, tries again and sends', async ({ page, gateway }) => {
  gateway.replies = [
    { status: 500, text: '' },
    { status: 200, text: 'OK' },
  ]
  await openForm(page, gateway)
  await fill(page, 'Keep me')
  await solve(page)
  await page.evaluate(translate)
  await send(page)
  await expect(notice(page)).toContainText('«Your message could not be sent')
  await expect(notice(page)).not.toContainText('Sending')
  await box(page).click()
  await expect(box(page)).toBeChecked()
  await expect(page.locator('#contact fieldset label')).toHaveText('«Checked»')
  await send(page)
  await expect(notice(page)).toContainText('«Thank you')
  expect(gateway.received).toHaveLength(2)
  await expect(page.locator('#contact section dt')).toHaveText([
    '«Number»',
    '«Sent»',
    '«Answer by»',
  ])
  // A second receipt replaces the first.
  await page.locator('[name=user_name]').fill('Ada')
  await page.locator('[name=user_email]').fill('ada@example.com')
  await box(page).click()
  await send(page)
  await expect.poll(() => gateway.received.length).toBe(3)
  await expect(notice(page)).toContainText('«Thank you')
})

test('a translated captcha that cannot load can be retried', async ({ page, gateway }) => {
  await page.route(/assets\/altcha.*js/, (route) => route.abort(), { times: 2 })
  await openForm(page, gateway)
  await page.evaluate(translate)
  await box(page).click()
  const status = page.locator('#contact fieldset p[aria-live]')
  await expect(status).toContainText('«The captcha could not be loaded.')
  await page.locator('#contact fieldset > button').click()
  await expect(box(page)).toBeChecked()
  await expect(status).toHaveText('«Checked»')
})

test('a translated field shows its current error, then none', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await page.evaluate(translate)
  await send(page)
  const error = page.locator('#message-email-error')
  await expect(error).toHaveText(/^«Please enter/)
  await page.locator('[name=user_email]').fill('ada')
  await expect(error).toHaveText(/^«This e-mail address is incomplete/)
  await page.locator('[name=user_email]').fill('ada@example.com')
  await expect(error).toBeHidden()
})

test.describe('before React has loaded', () => {
  test.use({ variant: 'spam filter' })

  test('a translated form is sent with the subject that the owner named', async ({
    page,
    gateway,
  }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url)
    await page.evaluate(translate)
    expect(await page.locator('#contact select').evaluate(valueOfOption)).toBe('General Inquiry')
    release()
    await hydrated(page)
    await page.locator('#contact form').hover()
    await expect(page.locator(HYDRATED_FORM)).toBeAttached()
    await page.locator('[name=user_name]').fill('Ada')
    await page.locator('[name=user_email]').fill('ada@example.com')
    await page.locator('[name=message]').fill('Early')
    await page.locator('#contact select').selectOption({ index: 1 })
    await send(page)
    await expect(notice(page)).toContainText('«Thank you')
    expect(gateway.received[0]?.fields.subject).toEqual(['General Inquiry'])
  })
})

test.describe('with a message from before React has loaded', () => {
  test.use({ variant: 'no captcha' })

  test('a translated form keeps the message and sends it', async ({ page, gateway }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url)
    await page.evaluate(translate)
    await page.locator('[name=user_name]').fill('Ada')
    await page.locator('[name=user_email]').fill('ada@example.com')
    await page.locator('[name=message]').fill('Early')
    await send(page)
    release()
    await expect(notice(page)).toContainText('«Thank you')
    expect(gateway.received).toHaveLength(1)
    expect(gateway.received[0]?.fields).toMatchObject({
      user_name: ['Ada'],
      message: ['Early'],
      lib_version: ['4.3.3'],
    })
  })
})

for (const moment of ['before', 'after'] as const) {
  test(`the typed line gives way to the translated sentence ${moment} hydration`, async ({
    page,
    gateway,
  }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url)
    if (moment === 'before') await page.evaluate(translate)
    release()
    await hydrated(page)
    if (moment === 'after') {
      await expect(page.locator('h1 [data-typed]').first()).toBeAttached()
      await page.evaluate(translate)
    }
    const sentence = page.locator('h1 font').first()
    await expect(sentence).toHaveText('«I’m Maja Zielińska.»')
    await expect(sentence).toBeInViewport({ ratio: 1 })
    await expect(page.locator('h1 [data-phrase]')).toBeHidden()
    expect(await sentence.evaluate((font) => font.getBoundingClientRect().height)).toBeGreaterThan(
      20,
    )
    await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeHidden()
  })
}

function valueOfOption(select: HTMLSelectElement) {
  return select.options[1]?.value
}

function box(page: Page) {
  return page.locator('#contact fieldset input[type=checkbox]')
}

function send(page: Page) {
  return page.locator('#contact button[type=submit]').click()
}

/** Translates as Chromium does: each text becomes a <font>. Runs in the page. */
function translate() {
  const wrap = (text: Text) => {
    const isTranslated = text.parentElement?.closest('font, script, style, svg, textarea')
    if (isTranslated || !text.data.trim()) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild?.append(`«${text.data.trim()}»`)
    text.replaceWith(font)
  }
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) wrap(text)
  }
  translateIn(document.body)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) if (node.isConnected) translateIn(node)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
