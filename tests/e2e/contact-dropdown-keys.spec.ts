import type { Page } from '@playwright/test'
import { expect, message, openForm, subject, test } from './contact.ts'

test.beforeEach(async ({ page, gateway }) => {
  await openForm(page, gateway)
  await subject(page).focus()
})

for (const key of ['Enter', 'Space', 'ArrowDown', 'ArrowUp', 'Alt+ArrowDown']) {
  test(`${key} opens the list at the selected option`, async ({ page }) => {
    await page.keyboard.press(key)
    await expect(list(page)).toBeVisible()
    await expect(highlighted(page)).toHaveText('Subject')
  })
}

test('Home and End open the list at its first and last option', async ({ page }) => {
  await page.keyboard.press('End')
  await expect(highlighted(page)).toHaveText('Other')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expect(highlighted(page)).toHaveText('Subject')
})

test('arrows, Home, End, PageUp and PageDown move the highlight and stop at the ends', async ({
  page,
}) => {
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
    await expect(highlighted(page)).toHaveText(option)
  }
  await expect(subject(page)).toHaveText('Subject')
})

for (const key of ['Enter', 'Space', 'Tab', 'Alt+ArrowUp']) {
  test(`${key} selects and closes`, async ({ page }) => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(key)
    await expect(subject(page)).toHaveText('General Inquiry')
    await expect(list(page)).toBeHidden()
    await expect(key === 'Tab' ? message(page) : subject(page)).toBeFocused()
  })
}

test('Escape closes without selecting', async ({ page }) => {
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(subject(page)).toHaveText('Subject')
  await expect(subject(page)).toBeFocused()
})

test('type-ahead highlights the matching option', async ({ page }) => {
  await page.keyboard.type('pro')
  await expect(highlighted(page)).toHaveText('Project Collaboration')
  await page.waitForTimeout(600)
  await page.keyboard.type('general i')
  await expect(highlighted(page)).toHaveText('General Inquiry')
  await page.waitForTimeout(600)
  await page.keyboard.type('zz')
  await expect(highlighted(page)).toHaveText('General Inquiry')
  await page.keyboard.press('Enter')
  await expect(subject(page)).toHaveText('General Inquiry')
})

test('ARIA exposes the highlighted and the selected option', async ({ page }) => {
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

function highlighted(page: Page) {
  return page.locator('[role="option"][data-highlighted]')
}
