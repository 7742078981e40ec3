import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The URL of a content variant. */
export function siteOf(variant = 'shipped'): string {
  return JSON.parse(process.env.SITES ?? '{}')[variant]
}

/** The folder of a built variant, for tests that serve it themselves. */
export function folderOf(variant = 'shipped'): string {
  return JSON.parse(process.env.FOLDERS ?? '{}')[variant]
}

/** Every test fails on a console error or warning, and on a request to another site. */
export const test = base.extend<{ quiet: undefined; allowed: RegExp }>({
  allowed: [/^$/, { option: true }],
  quiet: [
    async ({ context, allowed }, use) => {
      const faults: string[] = []
      const record = (fault: string) => allowed.test(fault) || faults.push(fault)
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) record(message.text())
      })
      context.on('weberror', (error) => record(String(error.error())))
      context.on('request', (request) => {
        const isOwn = /^(http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(request.url())
        if (!isOwn) record(`A request left the site: ${request.url()}`)
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page and waits until React has hydrated its islands. */
export async function open(page: Page, variant?: string, path = '/') {
  await page.goto(siteOf(variant) + path)
  await hydrated(page)
}

/**
 * Matches the page once every island that hydrates on load is hydrated. The contact form hydrates when it
 * is nearly in view. The theme button gets its title last, because only the browser knows the theme.
 */
export const HYDRATED =
  'html:has(header button[aria-pressed][title])' +
  ':not(:has([data-island]:not([data-island="contactForm"], [data-hydrated])))'

export async function hydrated(page: Page) {
  await page.locator(HYDRATED).waitFor({ state: 'attached' })
}
