import type { Page } from '@playwright/test'
import { StandInGateway } from '../fixtures/mock-gateway.ts'
import { test as base, expect, hydrated, siteOf } from './site.ts'

export { expect }

/** A test with a content variant and a mock gateway in front of it. */
export const test = base.extend<{ gateway: StandInGateway; variant: string }>({
  variant: ['shipped', { option: true }],
  gateway: async ({ variant }, use) => {
    const gateway = await new StandInGateway(siteOf(variant)).start()
    gateway.checksCaptcha = variant === 'shipped'
    await use(gateway)
    await gateway.stop()
  },
})

/** Opens the page and loads the form's scripts without focusing the form. */
export async function openForm(page: Page, gateway: StandInGateway): Promise<void> {
  await page.goto(gateway.url)
  await hydrated(page)
  await approach(page)
}

/** Hovers over the form and waits for its scripts. */
export async function approach(page: Page): Promise<void> {
  await page.locator('#contact form').hover()
  await expect(subject(page)).toHaveAttribute('aria-haspopup', 'listbox')
  await page.mouse.move(0, 0)
}

export async function fill(page: Page): Promise<void> {
  await name(page).fill('Ada Łovelace')
  await email(page).fill('ada@example.com')
}

/** Checks the box of the built-in captcha and waits for its proof of work. */
export async function solve(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: "I'm not a robot" }).click()
  await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
}

export async function choose(page: Page, option: string): Promise<void> {
  await subject(page).click()
  await page.getByRole('option', { name: option }).click()
}

export const name = (page: Page) => page.getByLabel('Name', { exact: true })
export const email = (page: Page) => page.getByLabel('E-mail', { exact: true })
export const subject = (page: Page) => page.getByRole('combobox', { name: 'Subject' })
export const message = (page: Page) => page.getByLabel('Message', { exact: true })
export const button = (page: Page) => page.getByRole('button', { name: /^Send/ })
/** The status message next to the form's button. */
export const notice = (page: Page) => page.locator('#contact form p[data-notice]')
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notices' }).locator('[data-type]')
/** The status message of the captcha. */
export const said = (page: Page) =>
  page.getByRole('group', { name: 'Captcha' }).locator('p[aria-live]')

/** Delays a script until the returned function is called. */
export async function hold(page: Page, script: RegExp): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(script, async (route) => {
    await held
    await route.continue()
  })
  return release
}
