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
  test('comes with the first touch and never before', async ({ page, gateway }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await openForm(page, gateway)
    await page.waitForTimeout(500)
    expect(asked.filter((path) => /altcha|pbkdf2|captcha/.test(path))).toEqual([])
    await name(page).focus()
    await expect(box(page)).toBeVisible()
    expect(gateway.challenges).toHaveLength(0)
    await solve(page)
    const [challenge] = gateway.challenges
    expect(challenge?.searchParams.get('user_id')).toBe('portfolio')
    expect(asked.some((path) => path.includes('pbkdf2'))).toBe(true)
  })

  test('says when it has expired, and can be solved again', async ({ page, gateway }) => {
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
    await expect(said(page)).toBeEmpty()
    await button(page).click()
    await expect(notice(page)).toContainText('Thank you')
  })

  test.describe('when it cannot come', () => {
    test.use({ allowed: /ALTCHA|Failed to load resource|ERR_/ })

    test('it is asked for once more, under another address', async ({ page, gateway }) => {
      await page.route(/assets\/altcha.*js$/, (route) => route.abort())
      await openForm(page, gateway)
      await fill(page)
      await solve(page)
    })

    test('says so and comes with "Try again", which keeps the focus', async ({ page, gateway }) => {
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

    test('a refused challenge says so and can be tried again', async ({ page, gateway }) => {
      gateway.challengeStatus = 503
      await openForm(page, gateway)
      await fill(page)
      await box(page).click()
      await expect(said(page)).toContainText('The captcha could not be loaded.')
      gateway.challengeStatus = 200
      await page.getByRole('button', { name: 'Try again' }).click()
      await solve(page)
    })

    test('without a network it says that', async ({ page, gateway, context }) => {
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
