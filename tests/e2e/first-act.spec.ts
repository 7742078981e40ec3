import type { Locator, Page } from '@playwright/test'
import { button, expect, fill, name, notice, test } from './contact.ts'
import { hold, hydrated } from './site.ts'

// Whatever a visitor does first, and with what, does one thing once: right after hydration, and before it
// what the browser does itself.

/** The effect of each act, as recordEffects notes it. */
const ACTS: { act: string; effect: string; target: (page: Page) => Locator; isNative?: true }[] = [
  {
    act: 'menu',
    effect: 'menu: open',
    isNative: true,
    target: (page) => page.getByRole('button', { name: 'Menu' }),
  },
  {
    act: 'pause',
    effect: 'Pause the typed line: true',
    target: (page) => page.getByRole('button', { name: 'Pause the typed line' }),
  },
  {
    act: 'next',
    effect: 'gallery: 2 of 6',
    target: (page) => page.getByRole('button', { name: 'Next project' }),
  },
  {
    act: 'project',
    effect: 'story: /projects/bakery-orders/',
    isNative: true,
    target: (page) => page.locator('#hero a[href="projects/bakery-orders/"]'),
  },
]

const POINTERS = {
  touch: (target: Locator) => target.tap(),
  mouse: (target: Locator) => target.click(),
  keyboard: (target: Locator) => target.press('Enter'),
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

for (const [pointer, press] of Object.entries(POINTERS)) {
  for (const moment of ['before hydration', 'right after'] as const) {
    test(`the first act by ${pointer}, ${moment}, does one thing once`, async ({
      page,
      gateway,
    }) => {
      await recordEffects(page)
      for (const { act, effect, target, isNative } of ACTS) {
        if (moment === 'before hydration' && !isNative) continue
        const release = moment === 'before hydration' ? gateway.hold(/client/) : undefined
        // Another query is another load, also after an act that changes the hash.
        await page.goto(`${gateway.url}/?${act}`, { waitUntil: 'commit' })
        if (!release) await hydrated(page)
        await press(target(page))
        release?.()
        await hydrated(page)
        const effects = () => page.evaluate(() => Reflect.get(window, 'effects'))
        await expect.poll(effects, { message: act }).toContain(effect)
        // A second effect would follow within a task or a frame.
        await page.waitForTimeout(200)
        expect(await effects(), act).toEqual([effect])
      }
    })
  }
}

for (const moment of ['before hydration', 'right after'] as const) {
  test(`the theme that a touch chooses first, ${moment}, is applied and kept`, async ({
    page,
    gateway,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    const release = moment === 'before hydration' ? gateway.hold(/client/) : undefined
    await page.goto(gateway.url, { waitUntil: 'commit' })
    if (!release) await hydrated(page)
    const select = page.locator('header select')
    await select.tap()
    await select.selectOption('dark')
    release?.()
    await hydrated(page)
    await expect(select).toHaveValue('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
}

test.describe('Send', () => {
  test.use({ variant: 'no captcha' })

  for (const [pointer, press] of Object.entries(POINTERS)) {
    test(`by ${pointer}, before hydration, sends one message`, async ({ page, gateway }) => {
      const release = await hold(page, /assets\/client/)
      await page.goto(gateway.url, { waitUntil: 'commit' })
      await fill(page)
      await press(button(page))
      release()
      await expect(notice(page)).toContainText('Thank you')
      await expect(name(page)).toHaveValue('')
      expect(gateway.received).toHaveLength(1)
    })
  }
})

/** Notes each change of menu, toggles, gallery and URL, from the start of every page load. */
function recordEffects(page: Page) {
  return page.addInitScript(() => {
    const effects: string[] = []
    Object.assign(window, { effects })
    const note = (effect: string) => effects.push(effect)
    const options = { subtree: true, attributes: true, attributeOldValue: true, childList: true }
    new MutationObserver((changes) => {
      for (const { target, attributeName, oldValue, addedNodes } of changes) {
        if (!(target instanceof HTMLElement)) continue
        const pressed = target.ariaPressed
        // React adds the attribute when it hydrates a button.
        if (attributeName === 'aria-pressed' && pressed !== oldValue && oldValue !== null) {
          note(`${target.ariaLabel}: ${pressed}`)
        }
        const isPosition = target.matches('#portfolio [aria-live]') && addedNodes.length > 0
        if (isPosition) note(`gallery: ${target.textContent}`)
      }
    }).observe(document, options)
    const noteToggle = (event: ToggleEvent) => {
      const { target, newState } = event
      if (target instanceof HTMLElement && target.matches('nav')) note(`menu: ${newState}`)
    }
    document.addEventListener('toggle', noteToggle, { capture: true })
    // A story is another page.
    if (location.pathname !== '/') note(`story: ${location.pathname}`)
  })
}
