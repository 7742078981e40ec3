import type { Page } from '@playwright/test'
import { expect, hydrated, open, siteOf, test } from './site.ts'

const ISLANDS = ['navigation', 'typewriter', 'carousel', 'contactForm', 'scrollToTop']
const TEXTS = ['50+', 'SEO Optimization', 'Choir Library', 'Brightline Studio']

test('everything outside the islands has the same DOM nodes before and after hydration', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const nodes = [...document.querySelectorAll('#root *:not([data-island] *)')]
      Object.assign(window, { serverNodes: nodes })
    })
  })
  await open(page)
  expect(await islandNames(page)).toEqual(ISLANDS)
  const after = await page.evaluate(() => {
    const serverNodes: Element[] = Reflect.get(window, 'serverNodes')
    const now = [...document.querySelectorAll('#root *:not([data-island] *)')]
    return {
      count: now.length,
      areSame: now.every((element, index) => element === serverNodes[index]),
    }
  })
  expect(after.count).toBeGreaterThan(100)
  expect(after.areSame).toBe(true)
})

test('the form is hydrated before it is in view, or on input in its section', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  const form = page.locator('#contact form')
  const isHydrated = () =>
    form.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
  for (const approach of ['scroll', 'focus']) {
    await open(page)
    expect(await isHydrated()).toBe(false)
    if (approach === 'focus') {
      const name = page.getByLabel('Name', { exact: true })
      await name.evaluate((field) => field.focus({ preventScroll: true }))
    } else await page.locator('#resume').evaluate((section) => section.scrollIntoView(false))
    await expect.poll(isHydrated).toBe(true)
  }
})

test.describe('an extension that rewrites the page before hydration', () => {
  test.use({ allowed: /Minified React error/ })

  test('does not remove static content', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('#menu')?.prepend(document.createElement('aside'))
        document.querySelector('h1')?.replaceChildren('Another heading')
      })
    })
    await page.goto(siteOf())
    await hydrated(page)
    // The test is only meaningful if React has re-rendered the islands from scratch.
    await expect(page.locator('aside')).toHaveCount(0)
    expect(await islandNames(page)).toEqual(ISLANDS)
    for (const text of TEXTS) await expect(page.getByText(text).first()).toBeVisible()
    await page.getByRole('button', { name: 'Next project' }).click()
    await expect(page.getByText('2–4 of 5').first()).toBeVisible()
  })
})

const islandNames = (page: Page) =>
  page.$$eval('[data-island]', (islands) => islands.map((one) => one.getAttribute('data-island')))
