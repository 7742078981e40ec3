import type { Page } from '@playwright/test'
import { StandInGateway } from '../fixtures/stand-in-gateway.ts'
import { test as base, expect, hydrated, siteOf } from './site.ts'

export { expect }

/** Opens a variant of the site with a gateway behind it, and scrolls to the form. */
export const test = base.extend<{ gateway: StandInGateway; variant: string }>({
  variant: ['shipped', { option: true }],
  gateway: async ({ variant }, use) => {
    const gateway = await new StandInGateway(siteOf(variant)).start()
    gateway.checksCaptcha = variant === 'shipped'
    await use(gateway)
    await gateway.stop()
  },
})

/** The form with its scripts here, but not touched. */
export async function openForm(page: Page, gateway: StandInGateway): Promise<void> {
  await page.goto(gateway.url)
  await hydrated(page)
  await approach(page)
}

/** Comes over the form without touching it, and waits for its scripts. */
export async function approach(page: Page): Promise<void> {
  await page.locator('#contact form').hover()
  await expect(subject(page)).toHaveAttribute('aria-haspopup', 'listbox')
  await page.mouse.move(0, 0)
}

export async function fill(page: Page): Promise<void> {
  await name(page).fill('Ada Łovelace')
  await email(page).fill('ada@example.com')
}

/** Ticks the box of the built-in captcha and waits for its calculation. */
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
/** What the form itself says beside its button. */
export const notice = (page: Page) => page.locator('#contact form p[data-notice]')
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notices' }).locator('[data-type]')
/** What is said about the captcha. */
export const said = (page: Page) => page.getByRole('group', { name: 'Captcha' }).getByRole('status')

/** Keeps a script away until the returned function is called. */
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
