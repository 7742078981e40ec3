import type { Locator } from '@playwright/test'
import { button, email, expect, fill, openForm, solve, test } from './contact.ts'
import { hydrated, open, recordAnnouncements, siteOf } from './site.ts'

// Compares Chromium's accessibility tree, and what the live regions announce, with the files in
// accessibility-tree/. After an intended change: npx playwright test accessibility-tree --update-snapshots

/** The time where the owner is, in the footer. */
const LOCAL_TIME = /\d+:\d\d [AP]M/
const RECEIPT_NUMBER = /[\dA-F]{4}-[\dA-F]{4}/

test('the page', async ({ page }) => {
  await open(page)
  await expectTree(page.locator('body'), 'page')
})

test('the form with errors', async ({ page, gateway }) => {
  const announcements = await recordAnnouncements(page)
  await openForm(page, gateway)
  await email(page).fill('ada')
  await expect(page.getByRole('checkbox')).toBeVisible()
  await button(page).click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expectTree(page.locator('#contact'), 'form-errors', await announcements())
})

test('the form that was sent', async ({ page, gateway }) => {
  const announcements = await recordAnnouncements(page)
  await page.clock.setFixedTime(new Date('2026-11-25T08:41:00Z'))
  await openForm(page, gateway)
  await fill(page)
  await solve(page)
  await button(page).click()
  await expect(page.locator('[data-notice="sent"]')).toBeVisible()
  await expectTree(page.locator('#contact'), 'form-sent', await announcements())
})

test('the carousel at its end', async ({ page }) => {
  const announcements = await recordAnnouncements(page)
  await open(page)
  const next = page.getByRole('button', { name: 'Next project' })
  while (await next.isEnabled()) await next.click()
  await expectTree(page.locator('#portfolio'), 'carousel', await announcements())
})

test('the dialog of a project', async ({ page }) => {
  await page.goto(`${siteOf()}#project-harbour-bookings`)
  await hydrated(page)
  await expect(page.locator('dialog:modal h3')).toBeFocused()
  await expectTree(page.locator('dialog:modal'), 'dialog')
})

/** Compares the tree of an element, and what was announced, with a file in accessibility-tree/. */
async function expectTree(root: Locator, name: string, announcements?: string[]) {
  const lines = announcements?.map((text) => `- announced: ${text}`) ?? []
  const text = `${[await root.ariaSnapshot(), ...lines].join('\n')}\n`
  const stable = text.replace(LOCAL_TIME, '9:41 AM').replace(RECEIPT_NUMBER, '0A1B-2C3D')
  expect(stable).toMatchSnapshot(`${name}.txt`)
}
