import type { Page } from '@playwright/test'
import {
  button,
  expect,
  fill,
  name,
  notice,
  openForm,
  said,
  solve,
  test,
  toasts,
} from './contact.ts'

test.describe('the built-in captcha', () => {
  test('loads on the first focus in the form and not before', async ({ page, gateway }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await openForm(page, gateway)
    await page.waitForTimeout(500)
    expect(requested.filter((path) => /altcha|pbkdf2|captcha/.test(path))).toEqual([])
    await name(page).focus()
    await expect(box(page)).toBeVisible()
    expect(gateway.challenges).toHaveLength(0)
    await solve(page)
    const [challenge] = gateway.challenges
    expect(challenge?.searchParams.get('user_id')).toBe('portfolio')
    expect(requested.some((path) => path.includes('pbkdf2'))).toBe(true)
  })

  test('shows when it has expired and can be solved again', async ({ page, gateway }) => {
    gateway.challengeSeconds = 2
    await openForm(page, gateway)
    await fill(page)
    await solve(page)
    await expect(said(page)).toContainText('The captcha has expired.')
    await button(page).click()
    await expect(toasts(page).first()).toHaveText('Please complete the captcha challenge')
    gateway.challengeSeconds = 600
    await box(page).click()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
    await expect(said(page)).toHaveText('Checked')
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test.describe('when it cannot load', () => {
    test.use({ allowed: /ALTCHA|Failed to load resource|ERR_/ })

    test('it is requested once more from another URL', async ({ page, gateway }) => {
      await page.route(/assets\/altcha.*js$/, (route) => route.abort())
      await openForm(page, gateway)
      await fill(page)
      await solve(page)
    })

    test('an error and "Try again" appear, and the focus stays in the captcha', async ({
      page,
      gateway,
    }) => {
      await page.route(/assets\/altcha.*js/, (route) => route.abort(), { times: 2 })
      await openForm(page, gateway)
      await fill(page)
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      await page.getByRole('button', { name: 'Try again' }).press('Enter')
      await expect(page.getByRole('group', { name: 'Captcha' })).toBeFocused()
      await solve(page)
      await button(page).click()
      await expect(notice(page)).toContainText('Thank you')
    })

    test('a rejected challenge shows an error and can be retried', async ({ page, gateway }) => {
      gateway.challengeStatus = 503
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      gateway.challengeStatus = 200
      await page.getByRole('button', { name: 'Try again' }).click()
      await solve(page)
    })

    test('the error says that the visitor is offline', async ({ page, gateway, context }) => {
      await openForm(page, gateway)
      await fill(page)
      await expect(box(page)).toBeVisible()
      await context.setOffline(true)
      await box(page).click()
      await expect(said(page)).toContainText('because you seem to be offline')
    })
  })
})

function box(page: Page) {
  return page.getByRole('group', { name: 'Captcha' }).getByRole('checkbox')
}
