import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from './site.ts'

const footer = (page: Page) => page.getByRole('contentinfo')

test('the footer has the place, every way to reach the owner, and the languages', async ({
  page,
}) => {
  await open(page, 'everything')
  await expect(footer(page)).toContainText('Kraków, Poland')
  await expect(footer(page)).toContainText('Polish, German')
  const links = footer(page).getByRole('link')
  expect(
    await links.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    ),
  ).toEqual([
    ['hello@example.com', 'mailto:hello@example.com'],
    ['GitHub (opens in a new tab)', 'https://github.com/reward-codes-example'],
    ['maja@example.com', 'mailto:maja@example.com'],
    ['+48221234567', 'tel:+48221234567'],
    ['Legal notice', './imprint.html'],
    ['Privacy', './privacy.html'],
  ])
})

test('the local time is that of the owner, and goes on', async ({ page }) => {
  await page.clock.install({ time: '2026-11-24T12:00:30Z' })
  await open(page, 'everything')
  await footer(page).scrollIntoViewIfNeeded()
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

for (const width of [320, 768, 1280, 1920]) {
  test(`the name closes the page in one line as wide as it at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    const name = footer(page).getByText('Maja Zielińska', { exact: true })
    const { share, lines } = await name.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const text = range.getBoundingClientRect().width
      return {
        share: text / element.clientWidth,
        lines: Math.round(
          element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
        ),
      }
    })
    expect(lines).toBe(1)
    expect(share).toBeGreaterThan(0.85)
    expect(share).toBeLessThanOrEqual(1)
  })
}

for (const variant of ['shipped', 'everything', 'right to left']) {
  for (const width of [320, 1280]) {
    test(`"Back to top" covers no text at the end of the page at ${width} px: ${variant}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, variant)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const button = footer(page).locator('a[href="#hero"]')
      await expect(button).toBeVisible()
      const covered = await button.evaluate((top) => {
        const box = top.getBoundingClientRect()
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const found: string[] = []
        while (texts.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(texts.currentNode)
          for (const { left, right, top, bottom } of range.getClientRects()) {
            const isApart =
              right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
            if (!isApart) found.push(texts.currentNode.textContent ?? '')
          }
        }
        return found
      })
      expect(covered).toEqual([])
    })
  }
}
