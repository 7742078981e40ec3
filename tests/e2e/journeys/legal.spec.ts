import {
  expect,
  findUnreadable,
  findViolations,
  hydrated,
  open,
  overhang,
  siteOf,
  test,
} from '../site.ts'

test('the footer leads to the imprint and to the privacy notice, the menu does not', async ({
  page,
}) => {
  await open(page, 'everything')
  const footer = page.getByRole('contentinfo')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Privacy' })).toHaveCount(0)
  await footer.getByRole('link', { name: 'Legal notice' }).click()
  await expect(page).toHaveURL(/\/imprint\/$/)
  await expect(page).toHaveTitle('Legal notice – Maja Zielińska')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Legal notice')
  await expect(page.getByText('31-147 Kraków')).toBeVisible()
  await expect(page.getByRole('link', { name: 'office@example.com' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/\/privacy\/$/)
  await expect(page.getByText('Storage period on the server: 90 days.')).toBeVisible()
  await expect(page.locator('em')).toHaveText('anything')
})

test('the menu highlights no section of another page, also at the end', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/imprint/`)
  await hydrated(page)
  await page.keyboard.press('End')
  await page.waitForTimeout(500)
  await expect(page.locator('header [aria-current]')).toHaveCount(0)
})

test('a site without legal has neither page nor link', async ({ page, request }) => {
  for (const name of ['imprint', 'privacy']) {
    expect((await request.get(`${siteOf()}/${name}/`)).status()).toBe(404)
  }
  await open(page)
  await expect(page.getByRole('link', { name: 'Privacy' })).toHaveCount(0)
})

test('the privacy notice is accessible and readable', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/privacy/`)
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overhang(page), `${width} px`).toBe(0)
    expect(await findUnreadable(page), `${width} px`).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findViolations(page), `${width} px, ${colorScheme}`).toEqual([])
    }
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('both pages are reached and complete', async ({ page }) => {
    await page.goto(siteOf('everything'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { name: 'Contact form' })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Reward Codes' }).click()
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })
})
