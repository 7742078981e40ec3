import type { Page } from '@playwright/test'
import { button, expect, fill, test } from './contact.ts'
import { hydrated } from './site.ts'

// Old browsers, hardened profiles and extensions remove features or make them throw. The page must
// work without them.

type Mode = 'missing' | 'throwing' | 'with a throwing method' | 'without a method'

const FEATURES: [path: string, modes: Mode[], method?: string][] = [
  ['PerformanceObserver', ['missing', 'throwing', 'with a throwing method'], 'observe'],
  ['IntersectionObserver', ['missing', 'throwing', 'with a throwing method'], 'observe'],
  ['ResizeObserver', ['missing', 'throwing', 'with a throwing method'], 'observe'],
  ['document.fonts', ['missing', 'throwing']],
  ['matchMedia', ['missing', 'throwing', 'without a method'], 'addEventListener'],
  ['requestIdleCallback', ['missing', 'throwing']],
  ['localStorage', ['missing', 'throwing', 'with a throwing method'], 'getItem'],
  ['performance.getEntriesByType', ['missing', 'throwing']],
  ['PerformanceNavigationTiming', ['missing']],
  ['Intl.Segmenter', ['missing', 'throwing']],
]

test.use({ variant: 'no captcha' })

for (const [path, modes, method] of FEATURES) {
  for (const mode of modes) {
    test(`with ${path} ${mode}, the page renders and a message is sent`, async ({
      page,
      gateway,
    }) => {
      await page.addInitScript(breakFeature, { path, mode, method })
      await page.goto(gateway.url)
      const root = page.locator('html')
      await expect(root).not.toHaveAttribute('data-defer', 'hidden', { timeout: 1000 })
      await hydrated(page)
      await expect(root).not.toHaveAttribute('data-defer')
      await expect(page.locator('#fonts')).toHaveAttribute('media', 'all')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS)
      for (const heading of HEADINGS) expect(await isRendered(page, heading), heading).toBe(true)
      await page.getByRole('button', { name: 'Pause the typed line' }).click()
      await page.getByRole('link', { name: 'Leave a message' }).click()
      await fill(page)
      await button(page).click()
      await expect.poll(() => gateway.received.length).toBe(1)
    })
  }
}

const HEADINGS = ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']

function isRendered(page: Page, heading: string) {
  return page
    .getByRole('heading', { name: heading, exact: true })
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
}

/** Runs in the page before its own scripts. */
function breakFeature({
  path,
  mode,
  method = '',
}: {
  path: string
  mode: Mode
  method: string | undefined
}) {
  const names = path.split('.')
  const name = names.pop() ?? ''
  const owner = names.reduce<object>((object, step) => Reflect.get(object, step), window)
  const fail = () => {
    throw new TypeError(`${path} is broken`)
  }
  const value = Reflect.get(owner, name)
  if (mode === 'with a throwing method') {
    Reflect.set(value.prototype ?? Object.getPrototypeOf(value), method, fail)
  } else if (mode === 'without a method') {
    const list = { matches: false, [method]: undefined }
    Reflect.set(owner, name, () => list)
  } else if (mode === 'missing') {
    Object.defineProperty(owner, name, { value: undefined, configurable: true })
    if (owner === window && name !== 'localStorage') Reflect.deleteProperty(owner, name)
  } else if (['fonts', 'localStorage'].includes(name)) {
    Object.defineProperty(owner, name, { get: fail })
  } else {
    Object.defineProperty(owner, name, { value: fail })
  }
}
