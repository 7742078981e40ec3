import type { Page } from '@playwright/test'
import { askPoppler } from '../fixtures/poppler.ts'
import { expect, open, test } from './site.ts'

for (const variant of ['shipped', 'everything', 'german']) {
  test(`no printed page ends with a heading: ${variant}`, async ({ page }) => {
    await open(page, variant)
    const headings = await page.locator('main :is(h2, h3, h4)').allTextContents()
    for (const format of ['A4', 'Letter', 'A5']) {
      const pages = await print(page, format)
      expect(pages.length).toBeGreaterThan(1)
      const last = pages.map((lines) => lines.at(-1) ?? '')
      expect(
        last.filter((line) => headings.includes(line)),
        format,
      ).toEqual([])
    }
  })
}

for (const format of ['A4', 'Letter']) {
  test(`the sample takes at most five pages, the same with open details: ${format}`, async ({
    page,
  }) => {
    await open(page)
    const pages = await print(page, format)
    expect(pages.length).toBeLessThanOrEqual(5)
    const text = pages.flat().join(' ')
    for (const part of ['Selected work', 'nobody knows in which cupboard', 'Open Maps Office']) {
      expect(text.split(part)).toHaveLength(2)
    }
    await page.locator('#hero a[href="#project-bakery-orders"]').click()
    await expect(page.locator('dialog:modal')).toBeVisible()
    expect(await print(page, format)).toEqual(pages)
    await expect(page.locator('dialog:modal')).toHaveAccessibleName('Bakery Orders')
  })
}

test('the printed contact has the mail address, and links have their URL', async ({ page }) => {
  await open(page, 'everything')
  const text = (await print(page, 'A4')).flat().join('\n')
  expect(text.slice(text.lastIndexOf('Contact'))).toContain('hello@example.com')
  expect(text).toContain('https://harbour-bookings.example.com')
})

/** The lines of text on each printed page. */
async function print(page: Page, format: string): Promise<string[][]> {
  const text = askPoppler('pdftotext', await page.pdf({ format, preferCSSPageSize: true }))
  return text
    .split('\f')
    .map((sheet) => sheet.split('\n').filter((line) => line.trim()))
    .filter((lines) => lines.length > 0)
}

test('projects that have links and no details are printed', async ({ page }) => {
  await open(page, 'german')
  await page.emulateMedia({ media: 'print' })
  for (const title of ['Liegeplatz', /^Öffnungszeiten/]) {
    await expect(
      page.locator('#portfolio h3').filter({ hasText: title, visible: true }),
    ).toHaveCount(1)
  }
})
