import type { Page } from '@playwright/test'
import { approach, expect, fill, notice, openForm, solve, test } from './contact.ts'
import { hold, hydrated } from './site.ts'

// What extensions, translators and blockers do to every island, before and after it is hydrated. The text stays with
// its focus and caret, and the message is sent. The elements and attributes are those that people find in their pages
// and report (vercel/next.js#51816, react/react#24430).

// The policy of the page stops styles of this test, and none of an extension. React says that it has rendered an island again.
test.use({
  variant: 'no captcha',
  allowed: /Minified React error #418|Applying inline style violates|Failed to load resource|ERR_/,
})

/** Each runs in the page, and changes its islands as such programs do. */
const CHANGES: Record<string, () => void> = {
  'password managers': () => {
    for (const field of document.querySelectorAll('[data-island] :is(input, textarea, select)')) {
      for (const name of ['data-bwautofill', 'data-com-onepassword-filled', 'data-dashlane-rid']) {
        field.setAttribute(name, 'true')
      }
      const icon = document.createElement('div')
      icon.setAttribute('data-lastpass-icon-root', '')
      icon.style.cssText = 'position:relative!important;height:0!important;float:left!important'
      field.after(icon)
      field.parentElement?.append(document.createElement('com-1password-button'))
    }
    const overlay = document.createElement('jw-overlay-button')
    overlay.setAttribute('popover', 'manual')
    document.body.append(overlay)
    document.documentElement.append(document.createElement('xq-overlay-list'))
  },
  'Grammarly and Dark Reader': () => {
    document.body.setAttribute('data-new-gr-c-s-check-loaded', '14.1220.0')
    document.body.setAttribute('data-gr-ext-installed', '')
    for (const field of document.querySelectorAll('textarea')) {
      field.setAttribute('data-gramm', 'true')
      field.setAttribute('spellcheck', 'false')
      for (const _ of [1, 2]) {
        const extension = document.createElement('grammarly-extension')
        extension.setAttribute('data-grammarly-shadow-root', 'true')
        field.before(extension)
      }
    }
    document.documentElement.append(document.createElement('grammarly-desktop-integration'))
    document.documentElement.setAttribute('data-darkreader-mode', 'dynamic')
    for (const part of document.querySelectorAll<HTMLElement>('[data-island] :is(svg, button)')) {
      part.setAttribute('data-darkreader-inline-color', '')
      part.style.setProperty('--darkreader-inline-color', '#e8e6e3')
    }
    for (const parent of [document.head, ...document.querySelectorAll('[data-island]')]) {
      const style = document.createElement('style')
      style.className = 'darkreader darkreader--sync'
      style.textContent = 'html { color-scheme: dark !important }'
      parent.prepend(style)
    }
  },
  'a translator that wraps texts': translate,
  'a translator that replaces texts': () => {
    for (const element of document.querySelectorAll('[data-island] *')) {
      for (const node of element.childNodes) {
        if (node instanceof Text && node.data.trim() && element.localName !== 'textarea') {
          node.data = `«${node.data}»`
          element.setAttribute('_msttexthash', '194857')
        }
      }
    }
  },
  'a blocker that removes nodes': () => {
    for (const part of document.querySelectorAll('[data-island] svg, form [aria-hidden]')) {
      part.remove()
    }
  },
}

const TEXT = 'I would like to have'

for (const [name, change] of Object.entries(CHANGES)) {
  test(`${name} changes the page before hydration`, async ({ page, gateway }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await expect(page.locator('footer')).toBeAttached()
    await enter(page)
    await page.evaluate(change)
    await type(page)
    release()
    await hydrated(page)
    await approach(page)
    await expectKept(page)
    await useAndSend(page, gateway)
  })

  test(`${name} changes the page after hydration`, async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await hydrated(page)
    await approach(page)
    await enter(page)
    await type(page)
    await page.evaluate(change)
    await expectKept(page)
    await useAndSend(page, gateway)
  })
}

test('a translated form that is sent before hydration arrives once', async ({ page, gateway }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(gateway.url, { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await page.evaluate(translate)
  await enter(page)
  await page.locator('[name=message]').fill('Early')
  await send(page)
  release()
  await expect(notice(page)).toContainText('«Thank you')
  expect(gateway.received.map(({ fields }) => fields)).toMatchObject([
    {
      user_name: ['Ada'],
      subject: ['Subject 2, which takes rather many words to say'],
      message: ['Early'],
      lib_version: ['4.3.3'],
    },
  ])
})

async function enter(page: Page) {
  await page.locator('[name=user_name]').fill('Ada')
  await page.locator('[name=user_email]').fill('ada@example.com')
  await page.locator('select[name=subject]').selectOption({ index: 2 })
}

/** Types, and moves the caret before the last word. */
async function type(page: Page) {
  const text = page.locator('textarea[name=message]')
  await text.click()
  await page.keyboard.type(TEXT)
  for (const _ of 'have') await page.keyboard.press('ArrowLeft')
}

async function expectKept(page: Page) {
  const text = page.locator('textarea[name=message]')
  await expect(text).toHaveValue(TEXT)
  await expect(text).toBeFocused()
  await page.keyboard.type('not ')
  await expect(text).toHaveValue('I would like to not have')
  expect(await page.evaluate(() => sessionStorage.getItem('/draft'))).toContain('to not have')
}

/** Uses every island, and sends. */
async function useAndSend(page: Page, gateway: { received: { fields: object }[] }) {
  await page.locator('header select').selectOption('dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.locator('#portfolio-carousel button').last().click()
  // On a translated page, there is no typed line to pause.
  const pause = page.locator('h1').locator('..').locator('button')
  if (await pause.isVisible()) await pause.click()
  await page.locator('#contact button[type=submit]').click()
  await expect(page.locator('[data-notice="sent"]')).toContainText('Thank you')
  expect(gateway.received[0]?.fields).toMatchObject({
    user_name: ['Ada'],
    subject: ['Subject 2, which takes rather many words to say'],
    message: ['I would like to not have'],
    lib_version: ['4.3.3'],
  })
  expect(gateway.received).toHaveLength(1)
}

test.describe('a translator that goes on', () => {
  test.use({ variant: 'shipped' })

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
      expect(
        await sentence.evaluate((font) => font.getBoundingClientRect().height),
      ).toBeGreaterThan(20)
      await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeHidden()
    })
  }
})

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
