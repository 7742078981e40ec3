import {
  expect,
  findUnreadable,
  findViolations,
  hydrated,
  overhang,
  siteOf,
  test,
} from '../site.ts'

test('the menu highlights no section of another page, also at the end', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/imprint/`)
  await hydrated(page)
  await page.keyboard.press('End')
  await page.waitForTimeout(500)
  await expect(page.locator('header [aria-current]')).toHaveCount(0)
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
