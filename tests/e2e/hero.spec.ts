import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from './site.ts'

const PHRASES = ["I'm Maja Zielińska.", "I'm a Web Developer.", "I'm a Programmer."]
const [FIRST = '', SECOND = '', THIRD = ''] = PHRASES

test('types, pauses, deletes, pauses and goes on for ever, at the specified pace', async ({
  page,
}) => {
  await page.clock.install()
  await open(page)
  expect(await typed(page)).toBe(FIRST)
  await page.clock.runFor(999 - 100)
  expect(await typed(page)).toBe(FIRST)

  const story = [await typed(page)]
  // One whole round and the first phrase again, told in steps of half a letter.
  for (let step = 0; step < 300; step++) {
    await page.clock.runFor(50)
    const now = await typed(page)
    if (now !== story.at(-1)) story.push(now)
  }
  for (const phrase of [SECOND, THIRD, FIRST]) expect(story).toContain(phrase)
  expect(story.indexOf(SECOND)).toBeLessThan(story.indexOf(THIRD))
  for (const [index, text] of story.entries()) {
    const before = story[index - 1] ?? FIRST
    expect(Math.abs(text.length - before.length)).toBeLessThanOrEqual(1)
  }
})

test('nothing moves while letters come and go', async ({ page }) => {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.clock.install()
    await open(page)
    const place = page.getByText('based in Poland')
    const before = await place.boundingBox()
    for (let step = 0; step < 60; step++) {
      await page.clock.runFor(100)
      expect(await place.boundingBox()).toEqual(before)
    }
  }
})

test('the pause button stops the typed line and starts it again', async ({ page }) => {
  await page.clock.install()
  await open(page)
  await page.clock.runFor(2000)
  await page.getByRole('button', { name: 'Pause the typed line' }).click()
  expect(await typed(page)).toBe(FIRST)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(FIRST)
  await page.getByRole('button', { name: 'Type the line again' }).click()
  await page.clock.runFor(3000)
  expect(await typed(page)).not.toBe(FIRST)
})

test('readers hear one text that stands still', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(PHRASES.join(' '))
})

test('phrases stand still where the visitor wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await open(page)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(FIRST)
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeHidden()
})

test('the first phrase is in the HTML', async ({ request }) => {
  const html = await (await request.get(siteOf())).text()
  expect(html.replace(/<[^>]+>/g, '')).toContain(FIRST.replace("'", '&#x27;'))
})

test('the button leads to Contact and the arrow to About', async ({ page }) => {
  await open(page)
  await page.getByRole('link', { name: 'Leave a message' }).click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('#contact')).toBeInViewport()
  await page.getByRole('link', { name: 'Go to About' }).click()
  await expect(page).toHaveURL(/#about$/)
})

test('the next section is in view on a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
})

/** The letters that are visible now. */
function typed(page: Page): Promise<string> {
  return page
    .locator('h1 [data-typed="true"]')
    .evaluateAll((letters) => letters.map((letter) => letter.textContent).join(''))
}
