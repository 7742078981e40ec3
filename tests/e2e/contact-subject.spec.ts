import type { Page } from '@playwright/test'
import { expect, message, openForm, subject, test } from './contact.ts'
import { findViolations } from './site.ts'

// The subject is a native select. Chromium lets the page style its list; other browsers draw their own.

const OPTIONS = [
  'Subject',
  'General Inquiry',
  'Project Collaboration',
  'Job Opportunity',
  'Feedback',
  'Other',
]

test('opens on a click, shows the chosen option and closes', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await expect(subject(page)).toHaveValue('')
  expect(await subject(page).locator('option').allTextContents()).toEqual(OPTIONS)
  await subject(page).click()
  expect(await isOpen(page)).toBe(true)
  await page.getByRole('option', { name: 'Feedback' }).click()
  await expect(subject(page)).toHaveValue('Feedback')
  expect(await isOpen(page)).toBe(false)
  await expect(subject(page)).toBeFocused()
})

test('closes on a click outside, without choosing', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await subject(page).click()
  expect(await isOpen(page)).toBe(true)
  await page.getByRole('heading', { name: 'Contact' }).click()
  expect(await isOpen(page)).toBe(false)
  await expect(subject(page)).toHaveValue('')
})

test('its title clears the choice and carries no mark', async ({ page, gateway }) => {
  await openForm(page, gateway)
  const mark = (index: number) =>
    subject(page)
      .locator('option')
      .nth(index)
      .evaluate((option) => getComputedStyle(option, '::checkmark').display)
  await subject(page).selectOption('Other')
  await subject(page).click()
  expect(await mark(5)).not.toBe('none')
  await page.getByRole('option', { name: 'Subject' }).click()
  await expect(subject(page)).toHaveValue('')
  expect(await mark(0)).toBe('none')
})

test('is chosen by keyboard', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await subject(page).focus()
  await page.keyboard.press('Space')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(subject(page)).toHaveValue('Project Collaboration')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  expect(await isOpen(page)).toBe(false)
  await expect(subject(page)).toHaveValue('Project Collaboration')
  await page.keyboard.press('Tab')
  await expect(message(page)).toBeFocused()
})

test('a click on the label focuses it', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await page.locator('label', { hasText: 'Subject' }).click()
  await expect(subject(page)).toBeFocused()
})

test.describe('with many long subjects', () => {
  test.use({ variant: 'no captcha' })

  test('the list fits the viewport and scrolls', async ({ page, gateway }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    for (const [width, height] of [
      [320, 568],
      [320, 256],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const block of ['start', 'end'] as const) {
        await subject(page).evaluate((select, at) => select.scrollIntoView({ block: at }), block)
        await subject(page).click()
        await page.keyboard.press('End')
        const last = page.getByRole('option').last()
        await expect(last).toBeInViewport({ ratio: 0.9 })
        const box = await last.boundingBox()
        expect(box?.x).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        await page.keyboard.press('Escape')
      }
    }
  })
})

test('axe finds no violations in the open list', async ({ page, gateway }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForm(page, gateway)
  await subject(page).click()
  await page.keyboard.press('ArrowDown')
  for (const media of [
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ] as const) {
    await page.emulateMedia(media)
    expect(await findViolations(page, '#contact')).toEqual([])
  }
})

function isOpen(page: Page) {
  return subject(page).evaluate((select) => select.matches(':open'))
}
