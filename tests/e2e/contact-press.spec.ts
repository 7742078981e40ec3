import type { Locator, Page } from '@playwright/test'
import {
  button,
  email,
  expect,
  fill,
  HCAPTCHA,
  message,
  name,
  notice,
  openForm,
  standIn,
  subject,
  test,
} from './contact.ts'

// An error that appears on blur shifts everything below the field. The click that causes the blur
// must still reach the element under the pointer.

const PRESS_DURATIONS_MS = [60, 1500]

for (const width of [390, 1280]) {
  for (const pointer of ['mouse', 'touch'] as const) {
    test.describe(`leaving an invalid address by ${pointer} at ${width} px`, () => {
      test.use({ viewport: { width, height: 844 }, hasTouch: pointer === 'touch' })

      test('a click on Send, the captcha or the subject is handled', async ({ page, gateway }) => {
        const leave = async (target: Locator) => {
          await typeInvalidAddress(page, gateway)
          await press(page, target, pointer)
        }
        await leave(button(page))
        await expect(notice(page)).toContainText('look at the marked fields')
        await expect(email(page)).toBeFocused()
        await expect(email(page)).toHaveAttribute('aria-invalid', 'true')

        await leave(page.getByRole('checkbox'))
        await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
        await expect(email(page)).toHaveAttribute('aria-invalid', 'true')

        await leave(subject(page))
        await expect(page.locator('select:open')).toBeVisible()
        await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
      })
    })
  }
}

test('a click is handled after a short or long press', async ({ page, gateway }) => {
  for (const hold of PRESS_DURATIONS_MS) {
    await typeInvalidAddress(page, gateway)
    await press(page, button(page), 'mouse', hold)
    await expect(notice(page)).toContainText('look at the marked fields')
  }
})

test('the error appears on pointer release, also outside of every control', async ({
  page,
  gateway,
}) => {
  await typeInvalidAddress(page, gateway)
  const { x, y, width } = await boxOf(page.getByRole('heading', { name: 'Contact' }))
  await page.mouse.move(x + width + 20, y)
  await page.mouse.down()
  await expect(email(page)).not.toBeFocused()
  await rendered(page)
  expect(await email(page).getAttribute('aria-invalid')).not.toBe('true')
  await page.mouse.up()
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
})

test('no error appears if the click returns the focus to the same field', async ({
  page,
  gateway,
}) => {
  await typeInvalidAddress(page, gateway)
  await page.getByText('E-mail', { exact: true }).click()
  await expect(email(page)).toBeFocused()
  await message(page).hover()
  await rendered(page)
  expect(await email(page).getAttribute('aria-invalid')).not.toBe('true')
})

test.describe("in a captcha provider's iframe, which receives the pointer events", () => {
  test.use({ variant: 'claim', allowed: /left the site: https:\/\/(?:js\.)?hcaptcha\.com/ })

  test('a click is handled, and the error appears when the focus returns', async ({
    page,
    gateway,
  }) => {
    await standIn(page, HCAPTCHA)
    await page.route('https://hcaptcha.com/box', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<body style="margin: 0"><input type="checkbox" aria-label="I am human">',
      }),
    )
    await openForm(page, gateway)
    await fill(page)
    await page.locator('[data-widget]').evaluate((widget) => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { src: 'https://hcaptcha.com/box', height: '40' })
      widget.prepend(frame)
    })
    const box = page.frameLocator('iframe').getByRole('checkbox')
    await expect(box).toBeVisible()
    await email(page).fill('ada')
    await press(page, box, 'mouse')
    await expect(box).toBeChecked()
    await rendered(page)
    expect(await email(page).getAttribute('aria-invalid')).not.toBe('true')
    await message(page).click()
    await expect(email(page)).toHaveAttribute('aria-invalid', 'true')
  })
})

/** Opens the form with a solvable captcha and focuses an invalid e-mail address. */
async function typeInvalidAddress(page: Page, gateway: Parameters<typeof openForm>[1]) {
  await openForm(page, gateway)
  await fill(page)
  await expect(page.getByRole('checkbox')).toBeVisible()
  await name(page).focus()
  await email(page).fill('ada')
}

/** Waits until React has rendered the updates from earlier events. */
function rendered(page: Page) {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function press(page: Page, target: Locator, pointer: 'mouse' | 'touch', hold = 60) {
  await target.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(target)
  if (pointer === 'touch') return page.touchscreen.tap(x + width / 2, y + height / 2)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.waitForTimeout(hold)
  await page.mouse.up()
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box
}
