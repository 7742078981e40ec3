import type { Page } from '@playwright/test'
import { expect, hydrated, open, siteOf, test } from './site.ts'

const STILL = ['header brand', 'about', 'services', 'gallery slides', 'resume']
const TEXTS = ['50+', 'SEO Optimization', 'Choir Library', 'Brightline Studio']

test('what stands still is the very same before and after React has come', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const drawn = [...document.querySelectorAll('[data-still] *')]
      Object.assign(window, { drawn })
    })
  })
  await open(page)
  expect(await stillParts(page)).toEqual(STILL)
  const after = await page.evaluate(() => {
    const drawn: Element[] = Reflect.get(window, 'drawn')
    const now = [...document.querySelectorAll('[data-still] *')]
    return { count: now.length, areSame: now.every((element, place) => element === drawn[place]) }
  })
  expect(after.count).toBeGreaterThan(100)
  expect(after.areSame).toBe(true)
})

test.describe('an extension that rewrites the page before React comes', () => {
  test.use({ allowed: /Minified React error/ })

  test('takes nothing from it', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const stranger = document.createElement('aside')
        document.querySelector('#root')?.prepend(stranger)
        document.querySelector('h1')?.replaceChildren('Another heading')
      })
    })
    await page.goto(siteOf())
    await hydrated(page)
    // Only where React built the page anew is this test about anything.
    await expect(page.locator('aside')).toHaveCount(0)
    expect(await stillParts(page)).toEqual(STILL)
    for (const text of TEXTS) await expect(page.getByText(text).first()).toBeVisible()
    await page.getByRole('button', { name: 'Next project' }).click()
    await expect(page.getByText('2–4 of 6').first()).toBeVisible()
  })
})

const stillParts = (page: Page) =>
  page.$$eval('[data-still]', (parts) => parts.map((part) => part.getAttribute('data-still')))
