import { test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The address of a variant of the content. */
export function siteOf(variant = 'shipped'): string {
  return JSON.parse(process.env.SITES ?? '{}')[variant]
}

/** The folder of a built variant, for a test that serves it itself. */
export function folderOf(variant = 'shipped'): string {
  return JSON.parse(process.env.FOLDERS ?? '{}')[variant]
}

/** Every test fails on an error in the console, and on a request that leaves the site. */
export const test = base.extend<{ quiet: undefined; allowed: RegExp }>({
  allowed: [/^$/, { option: true }],
  quiet: [
    async ({ context, allowed }, use) => {
      const faults: string[] = []
      const note = (fault: string) => allowed.test(fault) || faults.push(fault)
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) note(message.text())
      })
      context.on('weberror', (error) => note(String(error.error())))
      context.on('request', (request) => {
        const isOwn = /^(http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(request.url())
        if (!isOwn) note(`A request left the site: ${request.url()}`)
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page and waits until React has taken it over. */
export async function open(page: Page, variant?: string, path = '/') {
  await page.goto(siteOf(variant) + path)
  await hydrated(page)
}

/** The theme button names the other theme once scripts have come. */
export async function hydrated(page: Page) {
  await expect(page.getByRole('button', { name: /Switch to (light|dark) theme/ })).toBeVisible()
}
