import type { Page } from '@playwright/test'
import { expect, message, openForm, subject, test } from './contact.ts'

test.beforeEach(async ({ page, gateway }) => {
  await openForm(page, gateway)
  await subject(page).focus()
})

for (const key of ['Enter', 'Space', 'ArrowDown', 'ArrowUp', 'Alt+ArrowDown']) {
  test(`${key} opens it where it stands`, async ({ page }) => {
    await page.keyboard.press(key)
    await expect(list(page)).toBeVisible()
    await expect(inHand(page)).toHaveText('Subject')
  })
}

test('Home and End open it at its ends', async ({ page }) => {
  await page.keyboard.press('End')
  await expect(inHand(page)).toHaveText('Other')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expect(inHand(page)).toHaveText('Subject')
})

test('the arrows, Home, End and the page keys move, and stop at the ends', async ({ page }) => {
  await page.keyboard.press('Enter')
  for (const [key, option] of [
    ['ArrowUp', 'Subject'],
    ['ArrowDown', 'General Inquiry'],
    ['ArrowDown', 'Project Collaboration'],
    ['PageDown', 'Other'],
    ['ArrowDown', 'Other'],
    ['ArrowUp', 'Feedback'],
    ['PageUp', 'Subject'],
    ['End', 'Other'],
    ['Home', 'Subject'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(inHand(page)).toHaveText(option)
  }
  await expect(subject(page)).toHaveText('Subject')
})

for (const key of ['Enter', 'Space', 'Tab', 'Alt+ArrowUp']) {
  test(`${key} chooses and closes`, async ({ page }) => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(key)
    await expect(subject(page)).toHaveText('General Inquiry')
    await expect(list(page)).toBeHidden()
    await expect(key === 'Tab' ? message(page) : subject(page)).toBeFocused()
  })
}

test('Escape closes and chooses nothing', async ({ page }) => {
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(subject(page)).toHaveText('Subject')
  await expect(subject(page)).toBeFocused()
})

test('letters find an option, the same letter the next one', async ({ page }) => {
  await page.keyboard.type('pro')
  await expect(inHand(page)).toHaveText('Project Collaboration')
  await page.waitForTimeout(600)
  await page.keyboard.type('general i')
  await expect(inHand(page)).toHaveText('General Inquiry')
  await page.waitForTimeout(600)
  await page.keyboard.type('zz')
  await expect(inHand(page)).toHaveText('General Inquiry')
  await page.keyboard.press('Enter')
  await expect(subject(page)).toHaveText('General Inquiry')
})

test('readers are told the option in hand and the one chosen', async ({ page }) => {
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const id = await subject(page).getAttribute('aria-activedescendant')
  await expect(page.locator(`[id="${id}"]`)).toHaveText('General Inquiry')
  await expect(page.getByRole('option', { selected: true })).toHaveText('Subject')
  await page.keyboard.press('Enter')
  await expect(subject(page)).not.toHaveAttribute('aria-activedescendant')
})

function list(page: Page) {
  return page.getByRole('listbox')
}

function inHand(page: Page) {
  return page.locator('[role="option"][data-in-hand="true"]')
}
