import type { Page } from '@playwright/test'
import { button, expect, fill, test } from './contact.ts'
import { overhang } from './layout.ts'

// An error while React renders, and the recovery from it.

// The mock gateway's plain response has no icon, so the browser requests /favicon.ico.
test.use({ allowed: /404|is broken|error boundary/ })

test.beforeEach(async ({ page }) => {
  // A faulty extension patches Array.prototype.join, so the typewriter throws on the client only.
  await page.addInitScript(() => {
    const join = Array.prototype.join
    Array.prototype.join = function (this: unknown[], separator?: string) {
      if (this.includes("I'm a Web Developer.")) throw new TypeError('join is broken')
      return join.call(this, separator)
    }
  })
})

test('an uncaught render error shows the page headed "Unexpected Application Error!"', async ({
  page,
  gateway,
}) => {
  await page.goto(gateway.url)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('alert')).toContainText('It is not your fault.')
  await expect(page.getByRole('main')).not.toContainText(/at |\.js|TypeError|join/)
})

for (const [host, isBare] of [
  ['this server', false],
  ['a host that sends no headers', true],
] as const) {
  test(`the error page links to the prerendered page without scripts, on ${host}`, async ({
    page,
    gateway,
  }) => {
    gateway.checksCaptcha = false
    if (isBare) await withoutHeaders(page, gateway.url)
    await page.goto(gateway.url)
    await expect(page.getByRole('alert')).toBeVisible()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.getByRole('alert').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(HEADINGS)
    await page.waitForLoadState('networkidle')
    expect(requested.filter((url) => url.endsWith('.js'))).toEqual([])
    await expect(page.locator('html')).not.toHaveAttribute('data-defer')
    expect(await overhang(page)).toBe(0)
    const { scrollbarWidth } = await row(page).evaluate((element) => getComputedStyle(element))
    expect(scrollbarWidth, 'the gallery without its buttons').toBe('thin')
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
}

const HEADINGS = ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']

function row(page: Page) {
  return page.locator('#portfolio [role="group"]').first().locator('..')
}

/** As on GitHub Pages: only the CSP in the page's meta element applies. */
async function withoutHeaders(page: Page, url: string) {
  await page.route(new RegExp(`^${url}/(?:\\?.*)?$`), async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}
