import type { Page } from '@playwright/test'
import { askPoppler } from '../fixtures/programs.ts'
import { expect, hold, hydrated, open, siteOf, test } from './site.ts'

test('no printed page ends with a heading', async ({ page }) => {
  await open(page, 'everything')
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

test('a printed story breaks no paragraph', async ({ page }) => {
  await page.goto(`${siteOf()}/projects/harbour-bookings/`)
  await loadPictures(page)
  const blocks = await page.locator('main :is(h2, p, pre, dt)').allTextContents()
  for (const format of ['A4', 'Letter', 'A5']) {
    for (const [first = ''] of await print(page, format)) {
      const begins = (text: string) => text.replaceAll(/\s+/g, ' ').startsWith(first.slice(0, 12))
      expect(['Harbour Bookings', ...blocks].some(begins), first).toBe(true)
    }
  }
})

for (const [format, most] of [
  ['A4', 4],
  ['Letter', 5],
] as const) {
  test(`the sample takes at most ${most} pages: ${format}`, async ({ page }) => {
    // The phrase of the typewriter would be another one.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await loadPictures(page)
    const pages = await print(page, format)
    expect(pages.length).toBeLessThanOrEqual(most)
    const text = pages.flat().join(' ')
    for (const part of ['Sheet music for an amateur choir', 'Open Maps Office']) {
      expect(text.split(part)).toHaveLength(2)
    }
    // The projects themselves follow.
    expect(text).not.toContain('Selected work')
  })
}

test('a picture that has not arrived is printed as its alternative text, in its size', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const release = await hold(page, /\/harbour[^/]*\.svg$/)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  await hydrated(page)
  // In one line: the lines of the picture stand beside those of its project.
  const alternative = 'berths of a week'
  const early = await print(page, 'A4')
  expect(early.flat().join(' ')).toContain(alternative)
  release()
  await loadPictures(page)
  const late = await print(page, 'A4')
  expect(late.flat().join(' ')).not.toContain(alternative)
  expect(early).toHaveLength(late.length)
})

test('the printed contact has the mail address, and links have their URL', async ({ page }) => {
  await open(page, 'everything')
  const text = (await print(page, 'A4')).flat().join('\n')
  expect(text.slice(text.lastIndexOf('Contact'))).toContain('hello@example.com')
  expect(text).toContain('https://harbour-bookings.example.com')
  expect(text, 'the address of the page').toContain('https://portfolio.test/portfolio/')
})

/** Waits for all pictures, also for those that the visitor has not come near. */
async function loadPictures(page: Page) {
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager'
        return image.decode()
      }),
    ),
  )
}

/** The lines of text on each printed page. */
async function print(page: Page, format: string): Promise<string[][]> {
  const text = askPoppler('pdftotext', await page.pdf({ format, preferCSSPageSize: true }))
  return text
    .split('\f')
    .map((sheet) => sheet.split('\n').filter((line) => line.trim()))
    .filter((lines) => lines.length > 0)
}
