import type { Page } from '@playwright/test'
import { approach, expect, test } from './contact.ts'
import { hold, hydrated } from './site.ts'

// What extensions, translators and blockers do to every island, before and after it is hydrated. The text stays with
// its focus and caret, the message is sent, and no error reaches the console. The elements and attributes are those
// that people find in their pages and report (vercel/next.js#51816, react/react#24430).

// The policy of the page stops styles of this test, and none of an extension.
test.use({ variant: 'no captcha', allowed: /Applying inline style violates/ })

/** Each runs in the page, and changes its islands as such a program does. */
const COMPANIONS: Record<string, () => void> = {
  LastPass: () => {
    for (const field of document.querySelectorAll('[data-island] :is(input, textarea, select)')) {
      const icon = document.createElement('div')
      icon.setAttribute('data-lastpass-icon-root', '')
      icon.style.cssText =
        'position:relative!important;height:0!important;width:0!important;float:left!important'
      field.after(icon)
    }
  },
  Bitwarden: () => {
    for (const field of document.querySelectorAll('[data-island] :is(input, textarea)')) {
      field.setAttribute('data-bwautofill', 'true')
      field.setAttribute('data-bitwarden-watching', '1')
    }
    const overlay = document.createElement('jw-overlay-button')
    overlay.setAttribute('popover', 'manual')
    overlay.style.cssText = 'position:fixed;z-index:2147483647 !important'
    document.body.append(overlay)
    document.documentElement.append(document.createElement('xq-overlay-list'))
  },
  '1Password': () => {
    for (const field of document.querySelectorAll('[data-island] input')) {
      field.setAttribute('data-com-onepassword-filled', 'light')
      field.parentElement?.append(document.createElement('com-1password-button'))
    }
    document.body.append(document.createElement('com-1password-menu'))
  },
  Dashlane: () => {
    for (const part of document.querySelectorAll('[data-island] :is(form, input, button)')) {
      part.setAttribute('data-dashlane-rid', 'b0ad484f5a24ee6d')
      part.setAttribute('data-form-type', 'contact')
      const icon = document.createElement('span')
      icon.setAttribute('data-dashlanecreated', 'true')
      if (part.localName === 'input') part.after(icon)
    }
  },
  Grammarly: () => {
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
  },
  'Dark Reader': () => {
    const root = document.documentElement
    root.setAttribute('data-darkreader-mode', 'dynamic')
    root.setAttribute('data-darkreader-scheme', 'dark')
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
  'a translator that wraps texts': () => {
    document.documentElement.classList.add('translated-ltr')
    document.documentElement.lang = 'de'
    for (const island of document.querySelectorAll('[data-island]')) {
      const walker = document.createTreeWalker(island, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('textarea, style')) continue
        const font = document.createElement('font')
        font.style.verticalAlign = 'inherit'
        const inner = font.cloneNode()
        inner.appendChild(document.createTextNode(`«${text.data}»`))
        font.append(inner)
        text.replaceWith(font)
      }
    }
  },
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

/** Those together that a visitor may have together: what one does keeps none of the others from doing its own. */
const TOGETHER = [
  ['LastPass', 'Bitwarden', '1Password', 'Dashlane'],
  ['Grammarly', 'Dark Reader'],
  ['a translator that wraps texts'],
  ['a translator that replaces texts'],
  ['a blocker that removes nodes'],
]

for (const names of TOGETHER) {
  const name = names.join(', ')
  const change = async (page: Page) => {
    for (const each of names) await page.evaluate(COMPANIONS[each] ?? 'missing()')
  }

  test(`${name} changes the page before hydration`, async ({ page, gateway }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await expect(page.locator('footer')).toBeAttached()
    await page.locator('[name=user_name]').fill('Ada')
    await page.locator('[name=user_email]').fill('ada@example.com')
    await page.locator('select[name=subject]').selectOption({ index: 1 })
    await change(page)
    await type(page)
    release()
    await hydrated(page)
    await approach(page)
    await expectKept(page)
    await send(page, gateway)
  })

  test(`${name} changes the page after hydration`, async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await hydrated(page)
    await approach(page)
    await page.locator('[name=user_name]').fill('Ada')
    await page.locator('[name=user_email]').fill('ada@example.com')
    await page.locator('select[name=subject]').selectOption({ index: 1 })
    await type(page)
    await change(page)
    await expectKept(page)
    await send(page, gateway)
  })
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
async function send(page: Page, gateway: { received: { fields: object }[] }) {
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
    message: ['I would like to not have'],
    lib_version: ['4.3.3'],
  })
  expect(gateway.received).toHaveLength(1)
}
