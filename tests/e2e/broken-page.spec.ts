import type { Page } from '@playwright/test'
import { button, expect, fill, notice, test } from './contact.ts'
import { hydrated, overhang } from './site.ts'

test.describe('an error while React renders', () => {
  // The mock gateway's plain response has no icon, so the browser requests /favicon.ico.
  test.use({ allowed: /404|is broken|error boundary/ })

  test.beforeEach(async ({ page }) => {
    // A faulty extension patches Array.prototype.map, so the typewriter throws on the client only.
    await page.addInitScript(() => {
      const map = Array.prototype.map
      Array.prototype.map = function (this: unknown[], ...args: Parameters<typeof map>) {
        if (this.includes('I’m a Web Developer.')) throw new TypeError('map is broken')
        return map.apply(this, args)
      } as typeof map
    })
  })

  test('an uncaught render error shows the page headed "Unexpected Application Error!", which links to the page without scripts', async ({
    page,
    gateway,
  }) => {
    gateway.checksCaptcha = false
    await page.goto(gateway.url)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Unexpected Application Error!')
    await expect(page.getByRole('main')).not.toContainText(/at |\.js|TypeError|map is/)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.getByRole('alert').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS)
    await page.waitForLoadState('networkidle')
    expect(requested.filter((url) => url.includes('assets/client'))).toEqual([])
    expect(await overhang(page)).toBe(0)
    // Nothing that needs a script is visible.
    await expect(page.getByRole('button', { name: /project|theme|typed/i })).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Captcha' })).toBeHidden()

    await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport()
    await fill(page)
    await button(page).click()
    await expect(page).toHaveURL(`${gateway.url}/api/v1.0/email/send-form`)
    expect(gateway.received[0]?.fields).toMatchObject({ user_email: ['ada@example.com'] })
  })

  const HEADINGS = ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']
})

test.describe('an extension that takes a node from an island at every mount', () => {
  test.use({ allowed: /removed node|NotFoundError/ })

  test('leaves an empty island, and the page works', async ({ page, gateway }) => {
    await page.addInitScript(() => {
      const setAttribute = Element.prototype.setAttribute
      Object.assign(window, { mounts: 0 })
      Element.prototype.setAttribute = function (this: HTMLElement, name, value) {
        if (name === 'data-hydrated' && this.dataset.island === 'typewriter') {
          Object.assign(window, { mounts: Reflect.get(window, 'mounts') + 1 })
          throw new DOMException('removed node', 'NotFoundError')
        }
        setAttribute.call(this, name, value)
      }
    })
    await page.goto(gateway.url)
    await expect(page.locator('[data-island="typewriter"]')).toHaveCount(0)
    const mounts = () => page.evaluate<number>(() => Reflect.get(window, 'mounts'))
    const tried = await mounts()
    expect(tried).toBeLessThanOrEqual(6)
    await page.getByRole('button', { name: 'Next project' }).click()
    await expect(page.getByText('2–4 of 6').first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await mounts()).toBe(tried)
  })
})

test.describe('a browser without a feature', () => {
  // Old browsers, hardened profiles and extensions remove features or make them throw. The page must
  // work without them.

  type Mode = 'missing' | 'throwing'

  type Feature = [path: string, modes?: Mode[]]

  const MODES: Mode[] = ['missing', 'throwing']

  /** No feature of a group is used by code that another one of the group could keep from running. */
  const GROUPS: Feature[][] = [
    [['IntersectionObserver'], ['sessionStorage'], ['performance.getEntriesByType']],
    [
      ['ResizeObserver'],
      ['localStorage'],
      ['matchMedia'],
      ['PerformanceNavigationTiming', ['missing']],
    ],
    [['document.fonts'], ['Intl.Segmenter'], ['requestIdleCallback', ['missing']]],
  ]

  test.use({ variant: 'no captcha', allowed: /Error hydrating/ })

  for (const features of GROUPS) {
    const names = features.map(([path]) => path).join(', ')
    test(`without ${names}, the page renders and a message is sent`, async ({ page, gateway }) => {
      await page.addInitScript(breakFeatures, features)
      for (const [index, mode] of MODES.entries()) {
        await test.step(mode, async () => {
          await page.goto(`${gateway.url}/?mode=${mode}`)
          await hydrated(page)
          await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS)
          for (const heading of HEADINGS) {
            expect(await isRendered(page, heading), heading).toBe(true)
          }
          await page.getByLabel('Theme').selectOption('dark')
          await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
          await page.getByRole('button', { name: 'Pause the typed line' }).click()
          await page.getByRole('link', { name: 'Leave a message' }).click()
          await fill(page)
          await button(page).click()
          await expect.poll(() => gateway.received.length).toBe(index + 1)
          // Where the form could not be hydrated, the browser has posted it and shows the response.
          const response = notice(page).getByText('Thank you').or(page.getByText(/^OK$/))
          await expect(response).toBeVisible()
        })
      }
    })
  }

  const HEADINGS = ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']

  function isRendered(page: Page, heading: string) {
    return page
      .getByRole('heading', { name: heading, exact: true })
      .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  }

  /** Runs in the page before its own scripts. The URL names the mode. */
  function breakFeatures(features: Feature[]) {
    const mode = new URLSearchParams(location.search).get('mode') as Mode
    // Without the draft and the last message of the mode before.
    localStorage.clear()
    sessionStorage.clear()
    for (const [path, modes = [mode]] of features) {
      if (!modes.includes(mode)) continue
      const names = path.split('.')
      const name = names.pop() ?? ''
      const owner = names.reduce<object>((object, step) => Reflect.get(object, step), window)
      const fail = () => {
        throw new TypeError(`${path} is broken`)
      }
      if (mode === 'missing') {
        Object.defineProperty(owner, name, { value: undefined, configurable: true })
        if (owner === window && !name.endsWith('Storage')) Reflect.deleteProperty(owner, name)
      } else if (name === 'fonts' || name.endsWith('Storage')) {
        Object.defineProperty(owner, name, { get: fail })
      } else {
        Object.defineProperty(owner, name, { value: fail })
      }
    }
  }
})
