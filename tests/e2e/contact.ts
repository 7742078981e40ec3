import type { Page } from '@playwright/test'
import { MockGateway } from '../fixtures/mock-gateway.ts'
import { test as base, expect, HYDRATED_FORM, hydrated, siteOf } from './site.ts'

export { expect }

/** A test with a content variant and a mock gateway in front of it. */
export const test = base.extend<{ gateway: MockGateway; variant: string }>({
  variant: ['shipped', { option: true }],
  gateway: async ({ variant }, use) => {
    const gateway = await new MockGateway(new URL(siteOf(variant)).origin).start()
    gateway.checksCaptcha = variant === 'shipped'
    await use(gateway)
    await gateway.stop()
  },
})

/** Opens the page and hydrates the form, without focusing it. */
export async function openForm(page: Page, gateway: MockGateway): Promise<void> {
  await page.goto(gateway.url)
  await hydrated(page)
  await approach(page)
}

/** Scrolls to the form and waits until it is hydrated. */
export async function approach(page: Page): Promise<void> {
  await page.locator('#contact form').hover()
  await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  await page.mouse.move(0, 0)
}

/** Fills name and address in, and the message if there are words for it. */
export async function fill(page: Page, words?: string): Promise<void> {
  await name(page).fill('Ada Łovelace')
  await email(page).fill('ada@example.com')
  if (words) await message(page).fill(words)
}

/** Checks the box of the built-in captcha and waits for its proof of work. */
export async function solve(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I’m not a robot' }).click()
  await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
}

/** Submits the form while its captcha waits for the challenge, until the returned function is called. */
export async function pressWhileChecking(page: Page, gateway: MockGateway): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  gateway.challengeAfter = promise
  await openForm(page, gateway)
  await fill(page)
  await captcha(page).click()
  await expect(page.getByRole('checkbox', { name: 'Checking…' })).toBeVisible()
  await button(page).click()
  return resolve
}

export const name = (page: Page) => page.getByLabel('Name', { exact: true })
export const email = (page: Page) => page.getByLabel('E-mail', { exact: true })
export const subject = (page: Page) => page.getByRole('combobox', { name: 'Subject' })
export const message = (page: Page) => page.getByLabel('Message', { exact: true })
export const button = (page: Page) => page.getByRole('button', { name: /^Send/ })
/** The status message next to the form's button. */
export const notice = (page: Page) => page.locator('form p[data-notice]')
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notices' }).locator('[data-type]')
export const captcha = (page: Page) =>
  page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
/** The status message of the captcha. */
export const said = (page: Page) =>
  page.getByRole('group', { name: 'Captcha' }).locator('p[aria-live]')

export const RECAPTCHA = 'https://www.google.com/recaptcha/api.js'
export const HCAPTCHA = 'https://js.hcaptcha.com/1/api.js'
export const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js'

/** The global object and the form field of each provider. */
const SHAPES = {
  [RECAPTCHA]: { global: 'grecaptcha', field: 'g-recaptcha-response' },
  [HCAPTCHA]: { global: 'hcaptcha', field: 'h-captcha-response' },
  [TURNSTILE]: { global: 'turnstile', field: 'cf-turnstile-response' },
}

export type Provider = keyof typeof SHAPES

/** Mocks a captcha provider with a request route. Returns the requested URLs. */
export async function standIn(page: Page, provider: Provider, failures = 0): Promise<URL[]> {
  const asked: URL[] = []
  await page.route(`${provider}*`, (route) => {
    const url = new URL(route.request().url())
    asked.push(url)
    if (asked.length <= failures) return route.abort()
    const { global, field } = SHAPES[provider]
    const settings = JSON.stringify({ global, field, onload: url.searchParams.get('onload') })
    return route.fulfill({
      contentType: 'text/javascript',
      body: `(${mockProvider})(${settings})`,
    })
  })
  return asked
}

/** Runs on the page: a widget with a button for each event of a provider. */
function mockProvider(settings: { global: string; field: string; onload: string }) {
  type Options = Record<string, unknown> & { callback: (token: string) => void }
  const widgets: { box: HTMLElement; options: Options }[] = []
  let solved = 0
  const call = (options: Options, name: string) => {
    const answer = options[name]
    if (typeof answer === 'function') answer()
  }
  Reflect.set(window, settings.global, {
    render(box: HTMLElement, options: Options) {
      const { theme, size, sitekey } = options
      Object.assign(box.dataset, { widget: '', theme, size, sitekey })
      box.style.width = size === 'compact' ? '164px' : '304px'
      const add = (text: string, act: () => void) => {
        const button = document.createElement('button')
        Object.assign(button, { type: 'button', textContent: text, onclick: act })
        box.append(button)
      }
      const field = document.createElement('textarea')
      field.name = settings.field
      field.hidden = true
      if (options['response-field'] !== false) box.append(field)
      add('Solve', () => {
        field.value = `token ${++solved}`
        box.dataset.solved = field.value
        options.callback(field.value)
      })
      add('Expire', () => {
        field.value = ''
        call(options, 'expired-callback')
      })
      add('Break', () => call(options, 'error-callback'))
      widgets.push({ box, options })
      return widgets.length - 1
    },
    reset(widget: number) {
      const box = widgets[widget]?.box
      const field = box?.querySelector('textarea')
      if (field) field.value = ''
      delete box?.dataset.solved
    },
    execute: async (key: string, { action }: { action: string }) => `score of ${key} for ${action}`,
  })
  // A real script calls back later, when its remaining files are loaded.
  setTimeout(() => Reflect.get(window, settings.onload)(), 50)
}
