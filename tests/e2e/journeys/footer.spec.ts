import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from '../site.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test('the local time is that of the owner, and goes on', async ({ page }) => {
  await page.clock.install({ time: '2026-11-24T11:00:00Z' })
  await open(page, 'everything')
  await footer(page).scrollIntoViewIfNeeded()
  // An installed clock goes on while the page loads, which takes longer on a busy machine.
  await page.clock.pauseAt('2026-11-24T12:00:30Z')
  // St. John's is three and a half hours behind UTC in winter.
  await expect(footer(page)).toContainText('8:30 AM local time')
  await page.clock.fastForward(60_000)
  await expect(footer(page)).toContainText('8:31 AM local time')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the footer has the place and no time', async ({ page }) => {
    await page.goto(siteOf('everything'))
    await expect(footer(page)).toContainText('Kraków, Poland')
    await expect(footer(page).getByText('local time')).toBeHidden()
  })
})

test('the name closes the page in one line nearly as wide as it', async ({ page }) => {
  await open(page)
  const name = footer(page).getByText('Maja Zielińska', { exact: true })
  await name.scrollIntoViewIfNeeded()
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('600 1em "Instrument Sans Narrow"')))
    .toBe(true)
  for (const width of [320, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const { share, stem, lines } = await name.evaluate(fitOf)
    expect(lines, `${width} px`).toBe(1)
    expect(stem, `${width} px`).toBeLessThan(5)
    expect(share, `${width} px`).toBeGreaterThan(0.85)
    expect(share, `${width} px`).toBeLessThanOrEqual(1)
  }
})

/** How the name fills its line. Runs in the page. */
function fitOf(element: HTMLElement) {
  const line = element.parentElement ?? element
  const { fontSize, lineHeight } = getComputedStyle(element)
  const [box, edge] = [element, line].map((each) => each.getBoundingClientRect())
  return {
    share: ((box?.right ?? 0) - (edge?.left ?? 0)) / line.clientWidth,
    // The stem of the M is 58 of 1000 units from the beginning of its letter.
    stem: (box?.left ?? 0) + 0.058 * Number.parseFloat(fontSize) - (edge?.left ?? 0),
    lines: Math.round(line.clientHeight / Number.parseFloat(lineHeight)),
  }
}

test('the button to the top covers no link at the end of the page', async ({ page }) => {
  await open(page, 'everything')
  const top = page.getByRole('link', { name: 'Back to top' })
  for (const width of [320, 360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await page.evaluate(() => window.scrollTo({ top: 100_000, behavior: 'instant' }))
    await expect(top).toBeVisible()
    const covered = await top.evaluate((button) => {
      const area = button.getBoundingClientRect()
      const links = [...document.querySelectorAll('footer a')].filter((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect()
        const isBeside = right <= area.left || left >= area.right
        return !isBeside && bottom > area.top && top < area.bottom
      })
      return links.map((link) => link.textContent)
    })
    expect(covered, `${width} px`).toEqual([])
  }
})
