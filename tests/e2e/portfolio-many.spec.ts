import type { Page } from '@playwright/test'
import { expect, open, test } from './site.ts'

// A gallery of two hundred projects.

const WIDE = { width: 1280, height: 800 }

test('the end is reached and stays the end when the window narrows', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'many projects')
  await row(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  const next = page.getByRole('button', { name: 'Next project' })
  await expect(next).toBeDisabled()
  await expect(page.locator('#portfolio').getByRole('status')).toHaveText('198–200 of 200')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(next).toBeEnabled()
  await expect(slides(page)).toHaveCount(1)
  await row(page).evaluate((element) => element.scrollIntoView({ behavior: 'instant' }))
  await expect(slides(page)).toBeInViewport()
})

test('slides out of sight rest, and the row is as high as if they did not', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await open(page, 'many projects')
  for (const width of [1280, 800, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await row(page).scrollIntoViewIfNeeded()
    await expect.poll(() => restingSlides(page)).toBeGreaterThan(150)
    const { resting, whole } = await heights(page)
    expect(resting, `at ${width}`).toBe(whole)
  }
  await row(page).evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(slides(page).last()).toBeInViewport()
  const { resting, whole } = await heights(page)
  expect(resting, 'at the end').toBe(whole)
})

function restingSlides(page: Page) {
  return row(page).evaluate((element) => {
    const insides = [...element.children].map((slide) => slide.firstElementChild)
    return insides.filter((inside) => !inside?.checkVisibility({ contentVisibilityAuto: true }))
      .length
  })
}

/** How high the row is as it stands, and with all of its slides laid out. */
function heights(page: Page) {
  return row(page).evaluate((element) => {
    const resting = element.clientHeight
    delete element.dataset.resting
    const whole = element.clientHeight
    element.dataset.resting = ''
    return { resting, whole }
  })
}

/** The slides in view; the others are hidden from readers. */
function slides(page: Page) {
  return page.locator('#portfolio [role="group"]:not([inert])')
}

function row(page: Page) {
  return page.locator('#portfolio [role="group"]').first().locator('..')
}
