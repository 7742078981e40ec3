import type { Page } from '@playwright/test'
import {
  button,
  expect,
  fill,
  HCAPTCHA,
  name,
  notice,
  openForm,
  type Provider,
  RECAPTCHA,
  said,
  solve,
  standIn,
  TURNSTILE,
  test,
  toasts,
} from './contact.ts'
import { hold } from './site.ts'

test.describe('the built-in captcha', () => {
  test('its box stands at rest, and nothing of it loads before the visitor checks it', async ({
    page,
    gateway,
  }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await openForm(page, gateway)
    await expect(box(page)).toBeVisible()
    await fill(page)
    await page.waitForTimeout(500)
    expect(requested.filter((path) => /altcha|captcha/.test(path))).toEqual([])
    await solve(page)
    const [challenge] = gateway.challenges
    expect(challenge?.searchParams.get('user_id')).toBe('portfolio')
    expect(requested.filter((path) => /altcha/.test(path))).toHaveLength(1)
  })

  test('a box that is checked before the scripts load is solved when they have loaded', async ({
    page,
    gateway,
  }) => {
    const release = await hold(page, /assets\/client/)
    await page.goto(gateway.url, { waitUntil: 'commit' })
    await fill(page)
    await box(page).check()
    await button(page).click()
    release()
    await expect(notice(page)).toContainText('Thank you')
    expect(gateway.received).toHaveLength(1)
  })

  test('a second click while it is checked or solved asks for nothing', async ({
    page,
    gateway,
  }) => {
    await openForm(page, gateway)
    await box(page).dblclick()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await box(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    expect(gateway.challenges).toHaveLength(1)
  })

  test('shows when it has expired and can be solved again', async ({ page, gateway }) => {
    gateway.challengeSeconds = 2
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await expect(said(page)).toContainText('The captcha has expired.')
    await button(page).click()
    await expect(toasts(page).first()).toHaveText('Please complete the captcha challenge')
    gateway.challengeSeconds = 600
    await box(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await expect(said(page)).toHaveText('Checked')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test.describe('when it cannot load', () => {
    test.use({ allowed: /Failed to load resource|ERR_/ })

    test('it is requested once more from another URL', async ({ page, gateway }) => {
      await page.route(/assets\/altcha.*js$/, (route) => route.abort())
      await openForm(page, gateway)
      await fill(page)
      await solve(page)
    })

    test('an error and "Try again" appear, and the focus stays in the captcha', async ({
      page,
      gateway,
    }) => {
      await page.route(/assets\/altcha.*js/, (route) => route.abort(), { times: 2 })
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await expect(box(page)).not.toBeChecked()
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(page.getByRole('group', { name: 'Captcha' })).toBeFocused()
      await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
    })

    test('a rejected challenge shows an error and can be retried', async ({ page, gateway }) => {
      gateway.challengeStatus = 503
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      gateway.challengeStatus = 200
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    })

    test('the error says that the visitor is offline', async ({ page, gateway, context }) => {
      await openForm(page, gateway)
      await fill(page)
      await expect(box(page)).toBeVisible()
      await context.setOffline(true)
      await box(page).click()
      await expect(said(page)).toContainText('because you seem to be offline')
    })
  })
})

function box(page: Page) {
  return page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
}

const PROVIDERS: { variant: string; provider: Provider }[] = [
  { variant: 'pictures', provider: RECAPTCHA },
  { variant: 'claim', provider: HCAPTCHA },
  { variant: 'foreign', provider: TURNSTILE },
]
for (const { variant, provider } of PROVIDERS) {
  test.describe(new URL(provider).host, () => {
    test.use({
      variant,
      allowed:
        /left the site: https:\/\/(www\.google|js\.hcaptcha|challenges\.cloudflare|api\.emailjs)\.com|ERR_FAILED|Failed to load/,
    })

    test('loads on the first focus, and each token is sent once', async ({ page, gateway }) => {
      const requested = await standIn(page, provider)
      const bodies = await mockEmailJs(page)
      await openForm(page, gateway)
      await expect(box(page)).toBeVisible()
      expect(requested).toEqual([])
      await fill(page)
      await expect(box(page)).toBeHidden()
      const isRecaptcha = provider === RECAPTCHA
      await expect(widget(page)).toHaveAttribute('data-theme', 'light')
      await expect(widget(page)).toHaveAttribute('data-size', isRecaptcha ? 'normal' : 'compact')
      await expect(widget(page)).toHaveAttribute(
        'data-sitekey',
        isRecaptcha ? 'v2-key' : 'site-key',
      )
      await press(page, 'Solve')
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
      await expect(widget(page)).not.toHaveAttribute('data-solved')
      expect(requested).toHaveLength(1)
      expect(requested[0]?.searchParams.get('render')).toBe(isRecaptcha ? 'v3-key' : 'explicit')

      const fields = isRecaptcha ? bodies[0] : gateway.received[0]?.fields
      expect(fields?.['g-recaptcha-response']).toEqual(['token 1'])
      expect(fields).not.toHaveProperty('h-captcha-response')
      expect(fields).not.toHaveProperty('cf-turnstile-response')
      expect(fields?.recaptcha_score_response).toEqual(
        isRecaptcha ? ['score of v3-key for contact'] : undefined,
      )
    })

    test('its widget fits a viewport of 320 px', async ({ page, gateway }) => {
      await page.setViewportSize({ width: 320, height: 568 })
      await standIn(page, provider)
      await openForm(page, gateway)
      await name(page).focus()
      await expect(widget(page)).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width).toBe(320)
    })

    test('an expired token is not sent, and an error appears', async ({ page, gateway }) => {
      await standIn(page, provider)
      await openForm(page, gateway)
      await fill(page)
      await press(page, 'Solve')
      await press(page, 'Expire')
      await expect(said(page)).toContainText('The captcha has expired.')
      await button(page).click()
      await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
      expect(gateway.received).toEqual([])
    })

    test('a script that fails to load and a widget that fails can be retried', async ({
      page,
      gateway,
    }) => {
      const requested = await standIn(page, provider, 1)
      await openForm(page, gateway)
      await fill(page)
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await page.getByRole('button', { name: 'Try again' }).click()
      await press(page, 'Break')
      await page.getByRole('button', { name: 'Try again' }).click()
      await press(page, 'Solve')
      await expect(said(page)).toBeEmpty()
      expect(requested).toHaveLength(2)
    })
  })
}

/** Mocks the EmailJS API with its CORS headers. Returns the received bodies. */
async function mockEmailJs(page: Page): Promise<Record<string, string[]>[]> {
  const bodies: Record<string, string[]>[] = []
  await page.route('https://api.emailjs.com/**', async (route) => {
    const request = route.request()
    const form = await new Response(new Uint8Array(request.postDataBuffer() ?? []), {
      headers: { 'content-type': request.headers()['content-type'] ?? '' },
    }).formData()
    const names = new Set(form.keys())
    bodies.push(
      Object.fromEntries([...names].map((field) => [field, form.getAll(field).map(String)])),
    )
    await route.fulfill({ body: 'OK', headers: { 'access-control-allow-origin': '*' } })
  })
  return bodies
}

function widget(page: Page) {
  return page.locator('[data-widget]')
}

function press(page: Page, text: string) {
  return widget(page).getByRole('button', { name: text }).click()
}
