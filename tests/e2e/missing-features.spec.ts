import type { Page } from '@playwright/test'
import { expect, test } from './contact.ts'
import { driverOf, JOURNEYS } from './journeys.ts'
import { findUnreadable, overhang } from './site.ts'

// Firefox 114 and Safari 16.4 cannot be run here. The features that they lack are removed from the browser of today, as
// each of the two lacks them. docs/browsers.md has the fallbacks.

type Feature = {
  /** The name in docs/browsers.md. */
  name: string
  /** How the built page writes it. The browser gets an unknown name in its place, and does what it does with those. */
  css?: RegExp
  /** What scripts find it by. */
  api?: string[]
}

const HAS: Feature = { name: '`:has()`', css: /:(?=has\()/ }
const POPOVER: Feature = {
  name: 'popovers',
  css: /:(?=popover-open)/,
  api: [
    'HTMLElement.prototype.popover',
    'HTMLElement.prototype.showPopover',
    'HTMLElement.prototype.hidePopover',
    'HTMLElement.prototype.togglePopover',
    'HTMLButtonElement.prototype.popoverTargetElement',
    'HTMLButtonElement.prototype.popoverTargetAction',
    'ToggleEvent',
  ],
}
const TEXT_WRAP: Feature = { name: '`text-wrap`', css: /(?<=[{;])(?=text-wrap:)/ }
const SCROLLBAR: Feature = { name: '`scrollbar-width`', css: /(?<=[{;])(?=scrollbar-width:)/ }
const FALLBACK_METRICS: Feature = {
  name: '`size-adjust`, `ascent-override`',
  css: /(?<=[{;])(?=(size-adjust|(ascent|descent|line-gap)-override):)/,
}
const HYPHENS: Feature = {
  name: '`hyphenate-limit-chars`',
  css: /(?<=[{;])(?=hyphenate-limit-chars:)/,
}
const BASE_SELECT: Feature = { name: '`appearance: base-select`', css: /(?=base-select)/ }
const ALIGN: Feature = { name: '`align-content` of blocks', css: /(?<=[{;])(?=align-content:)/ }
const OVERSCROLL: Feature = {
  name: '`overscroll-behavior`',
  css: /(?<=[{;])(?=overscroll-behavior)/,
}
const CONTENT_VISIBILITY: Feature = {
  name: '`content-visibility`',
  css: /(?<=[{;])(?=content-visibility:)/,
}
const SEGMENTER: Feature = { name: '`Intl.Segmenter`', api: ['Intl.Segmenter'] }
const IDLE: Feature = { name: '`requestIdleCallback`', api: ['requestIdleCallback'] }
const TO_SORTED: Feature = { name: '`toSorted`', api: ['Array.prototype.toSorted'] }
/** Nothing that a visitor uses depends on these. */
const PRESENTATION: Feature[] = [
  { name: '`forced-color-adjust`', css: /(?<=[{;])(?=forced-color-adjust:)/ },
  { name: '`text-size-adjust`', css: /(?<=[{;])(?=(-webkit-)?text-size-adjust:)/ },
  { name: '`@page`', css: /@(?=page\b)/ },
  { name: '`word-break: auto-phrase`', css: /(?<=[: ])(?=auto-phrase)/ },
]

const EVERYWHERE = [POPOVER, TEXT_WRAP, HYPHENS, BASE_SELECT, ALIGN, OVERSCROLL, CONTENT_VISIBILITY]

// The fallbacks of `:has()` and popovers concern the same menu: Firefox 114 lacks both, Safari 16.4 popovers alone.
const CASES: [name: string, lacks: Feature[]][] = [
  [HAS.name, [HAS]],
  ['all that Firefox 114 lacks', [...EVERYWHERE, HAS, SEGMENTER, TO_SORTED, ...PRESENTATION]],
  ['all that Safari 16.4 lacks', [...EVERYWHERE, SCROLLBAR, FALLBACK_METRICS, IDLE]],
]

for (const [name, lacks] of CASES) {
  test(`without ${name}, page, menu, story, carousel and form work`, async ({ page, gateway }) => {
    await remove(page, gateway.url, lacks)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(gateway.url)
    await expect(page.locator('[data-island]:not([data-hydrated])')).toHaveCount(1)
    await page.getByRole('button', { name: 'Pause the typed line' }).click()
    expect(await findUnreadable(page)).toEqual([])
    expect(await overhang(page)).toBe(0)
    for (const ground of ['html', '#contact', '#contact button[type="submit"]']) {
      await expect(page.locator(ground)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    }
    await expect(page.locator('[name="user_name"]')).toHaveCSS('border-top-style', 'solid')

    const driver = driverOf(page)
    for (const [what, journey] of Object.entries(JOURNEYS)) {
      await test.step(what, () => journey(driver, gateway))
      expect(await findUnreadable(page), what).toEqual([])
      expect(await overhang(page), what).toBe(0)
    }
    expect(gateway.received).toHaveLength(1)
  })
}

/** Serves the page without features, and takes them out of scripts. */
async function remove(page: Page, url: string, features: Feature[]) {
  const patterns = features.flatMap(({ css }) => (css ? [css] : []))
  const served = await (await fetch(url)).text()
  const [late = ''] = /[^"]+\/late\.[^"]+\.css/.exec(served) ?? []
  const styles = served + (await (await fetch(new URL(late, url))).text())
  for (const pattern of patterns) expect(pattern.test(styles), String(pattern)).toBe(true)
  await page.route(new URL(late, url).href, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withUnknownNames(await response.text(), patterns) })
  })
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch()
    const html = (await response.text())
      // The policy has hashes of the styles.
      .replace(/<meta http-equiv="content-security-policy"[^>]*>/, '')
      .replace(/(?<=<style[^>]*>).*?(?=<\/style>)/gs, (css) => withUnknownNames(css, patterns))
    await route.fulfill({ response, body: html })
  })
  const apis = features.flatMap(({ api }) => api ?? [])
  const selectors = features.includes(HAS) ? [':has('] : []
  if (features.includes(POPOVER)) selectors.push(':popover-open')
  await page.addInitScript(removeFromScripts, { apis, selectors })
}

/** Gives each match an unknown name: `:has(` becomes `:-x-has(`. */
function withUnknownNames(css: string, patterns: RegExp[]): string {
  return patterns.reduce(
    (text, pattern) => text.replace(new RegExp(pattern, 'g'), (match) => `${match}-x-`),
    css,
  )
}

/** Runs in the page before its own scripts. */
function removeFromScripts({ apis, selectors }: { apis: string[]; selectors: string[] }) {
  for (const path of apis) {
    const names = path.split('.')
    const name = names.pop() ?? ''
    const owner = names.reduce<object>((object, step) => Reflect.get(object, step), window)
    Reflect.deleteProperty(owner, name)
    if (Reflect.get(owner, name) !== undefined) throw new Error(`${path} is still there.`)
  }
  // The button of a popover works without scripts.
  if (apis.some((path) => path.includes('opover'))) {
    const stop = (event: Event) => {
      const isButton = event.target instanceof Element && event.target.closest('[popovertarget]')
      if (isButton) event.preventDefault()
    }
    addEventListener('click', stop, true)
  }
  const unknown = (selector: string) =>
    selectors.reduce((text, each) => text.replaceAll(each, each.replace(':', ':-x-')), selector)
  const replace = (owner: object, methods: string[]) => {
    for (const method of methods) {
      const own = Reflect.get(owner, method)
      Reflect.set(owner, method, function call(this: unknown, selector: string) {
        return own.call(this, unknown(selector))
      })
    }
  }
  replace(Element.prototype, ['matches', 'closest', 'querySelector', 'querySelectorAll'])
  replace(Document.prototype, ['querySelector', 'querySelectorAll'])
}
