import { button, expect, fill, name, notice, openForm, subject, test } from './contact.ts'

test.describe('while it sends', () => {
  test.use({ variant: 'no captcha' })

  test('the button is disabled with a label, and nothing can be sent twice', async ({
    page,
    gateway,
  }) => {
    gateway.replies = ['hang']
    await openForm(page, gateway)
    await fill(page)
    await button(page).dblclick()
    await expect(button(page)).toHaveText('Sending…')
    await expect(button(page)).toBeDisabled()
    await expect(name(page)).not.toBeEditable()
    await name(page).press('Enter')
    await expect(subject(page)).toHaveAttribute('aria-disabled', 'true')
    await page.waitForTimeout(300)
    expect(gateway.received).toHaveLength(1)
  })

  test('the result scrolls into view in a small viewport', async ({ page, gateway }) => {
    await page.setViewportSize({ width: 360, height: 480 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openForm(page, gateway)
    await fill(page)
    await button(page).evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
    await expect(notice(page)).toBeInViewport({ ratio: 1 })
  })

  test('the focus stays on the button', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await fill(page)
    await button(page).focus()
    await page.keyboard.press('Enter')
    await expect(notice(page)).toContainText('Thank you')
    await expect(button(page)).toBeFocused()
    await name(page).fill('A')
    await expect(notice(page)).toHaveCount(0)
  })
})

test.describe('a plain e-mail address', () => {
  test.use({ variant: 'no captcha' })

  test('appears next to the form if the content has one', async ({ page, gateway }) => {
    await openForm(page, gateway)
    await expect(page.getByRole('link', { name: 'maja@example.com' })).toHaveAttribute(
      'href',
      'mailto:maja@example.com',
    )
  })
})
