import type { Page } from '@playwright/test'
import { expect, message, openForm, subject, test } from './contact.ts'
import { findViolations } from './site.ts'

const OPTIONS = [
  'Subject',
  'General Inquiry',
  'Project Collaboration',
  'Job Opportunity',
  'Feedback',
  'Other',
]

test('opens on a click, shows the selected option and closes', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await expect(subject(page)).toHaveText('Subject')
  await expect(subject(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(list(page)).toBeHidden()
  await subject(page).click()
  await expect(subject(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(list(page)).toHaveAccessibleName('Subject')
  await expect(list(page).getByRole('option')).toHaveText(OPTIONS)
  await page.getByRole('option', { name: 'Feedback' }).click()
  await expect(subject(page)).toHaveText('Feedback')
  await expect(list(page)).toBeHidden()
  await expect(subject(page)).toBeFocused()
  await expect(page.locator('input[name="subject"]')).toHaveValue('Feedback')
})

test('closes on a click outside and on the trigger, without selecting', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  await subject(page).click()
  await page.getByRole('heading', { name: 'Contact' }).click()
  await expect(list(page)).toBeHidden()
  await subject(page).click()
  await expect(list(page)).toBeVisible()
  await subject(page).click()
  await expect(list(page)).toBeHidden()
  await expect(subject(page)).toHaveText('Subject')
})

test('its placeholder option clears the selection', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await subject(page).click()
  await page.getByRole('option', { name: 'Other' }).click()
  await subject(page).click()
  await page.getByRole('option', { name: 'Subject' }).click()
  await expect(subject(page)).toHaveText('Subject')
  await expect(page.locator('input[name="subject"]')).toHaveValue('')
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
        await subject(page).evaluate((header, at) => header.scrollIntoView({ block: at }), block)
        await subject(page).click()
        const box = await list(page).boundingBox()
        const header = await page.locator('header').boundingBox()
        expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? 0)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
        await page.keyboard.press('End')
        await expect(list(page).getByRole('option').last()).toBeInViewport()
        await page.keyboard.press('Escape')
      }
    }
  })
})

test('the list opens upward on a landscape phone, where it has slightly more room', async ({
  page,
  gateway,
}) => {
  await page.setViewportSize({ width: 568, height: 320 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForm(page, gateway)
  await subject(page).evaluate((header) => {
    scrollBy(0, header.getBoundingClientRect().bottom - 240)
  })
  await subject(page).click()
  await expect(list(page)).toBeInViewport({ ratio: 1 })
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

test.describe('on a touchscreen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('a tap opens it and a tap selects', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await subject(page).tap()
    await page.getByRole('option', { name: 'Job Opportunity' }).tap()
    await expect(subject(page)).toHaveText('Job Opportunity')
    await expect(list(page)).toBeHidden()
  })
})

function list(page: Page) {
  return page.getByRole('listbox')
}

test.describe('by keyboard', () => {
  test.beforeEach(async ({ page, gateway }) => {
    await openForm(page, gateway)
    await subject(page).focus()
  })

  test('Enter, Space and arrows open the list at the selected option', async ({ page }) => {
    for (const key of ['Enter', 'Space', 'ArrowDown', 'ArrowUp', 'Alt+ArrowDown']) {
      await page.keyboard.press(key)
      await expect(list(page), key).toBeVisible()
      await expect(highlighted(page), key).toHaveText('Subject')
      await page.keyboard.press('Escape')
      await expect(list(page)).toBeHidden()
    }
  })

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

  test('Enter, Space, Alt+ArrowUp and Tab select and close', async ({ page }) => {
    for (const [key, option] of [
      ['Enter', 'General Inquiry'],
      ['Space', 'Project Collaboration'],
      ['Alt+ArrowUp', 'Job Opportunity'],
      ['Tab', 'Feedback'],
    ] as const) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press(key)
      await expect(subject(page), key).toHaveText(option)
      await expect(list(page), key).toBeHidden()
      await expect(key === 'Tab' ? message(page) : subject(page), key).toBeFocused()
    }
  })

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
    await expect(list(page).getByRole('option', { selected: true })).toHaveText('Subject')
    await page.keyboard.press('Enter')
    await expect(subject(page)).not.toHaveAttribute('aria-activedescendant')
  })

  function highlighted(page: Page) {
    return page.locator('[role="option"][data-highlighted]')
  }
})
