import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, hold, hydrated, open, overhang, siteOf, test } from './site.ts'

const FILTER = 'project filter'
const GRID = 'project filter in a grid'
// Projects 2 to 13 are below the featured one. SQLite: 4, 7, 10, 13. Svelte: 5, 9, 13.

test('a technology shows its projects, and the carousel has their number', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, FILTER)
  await expect(choices(page)).toHaveText(['All', 'React', 'SQLite', 'Svelte'])
  await expect(choice(page, 'All')).toHaveAttribute('aria-pressed', 'true')
  await next(page).click()
  await choice(page, 'SQLite').click()
  await expect(choice(page, 'SQLite')).toHaveAttribute('aria-pressed', 'true')
  await expect(choice(page, 'All')).toHaveAttribute('aria-pressed', 'false')
  await expect(announced(page)).toHaveText('SQLite: 1–3 of 4')
  await expect(titles(page)).toHaveText(['Project 4', 'Project 7', 'Project 10'])
  await expect(previous(page)).toBeDisabled()
  await next(page).click()
  await expect(titles(page)).toHaveText(['Project 7', 'Project 10', 'Project 13'])
  await expect(titles(page).first()).toBeInViewport()
  await expect(next(page)).toBeDisabled()
  await choice(page, 'Svelte').click()
  await expect(titles(page)).toHaveText(['Project 5', 'Project 9', 'Project 13'])
  await expect(next(page)).toBeDisabled()
  await choice(page, 'All').click()
  await expect(announced(page)).toHaveText('1–3 of 12')
  await expect(titles(page)).toHaveText(['Project 2', 'Project 3', 'Project 4'])
  await expect(page.locator('#portfolio article').first()).toContainText('Project 1')
})

test('arrow keys and a resize keep to the projects that are shown', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, FILTER)
  await choice(page, 'SQLite').press('Enter')
  await page.getByRole('link', { name: /Live Demo Project 4 / }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('link', { name: /Live Demo Project 7 / })).toBeFocused()
  await page.setViewportSize({ width: 700, height: 800 })
  await expect(titles(page)).toHaveText(['Project 7'])
  await expect(announced(page)).toHaveText('SQLite: 2 of 4')
  await titles(page).evaluate((title) => title.scrollIntoView({ behavior: 'instant' }))
  await expect(titles(page)).toBeInViewport()
  const row = page.locator('#portfolio [role="group"][aria-roledescription]').first().locator('..')
  expect(await row.evaluate((element) => element.scrollLeft / element.clientWidth)).toBeCloseTo(
    1,
    0,
  )
})

test('a scrolled row counts the projects that are shown', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, FILTER)
  await choice(page, 'Svelte').click()
  const row = page.locator('#portfolio [role="group"][aria-roledescription]').first().locator('..')
  await row.evaluate((element) => element.scrollBy({ left: element.clientWidth }))
  await expect(announced(page)).toHaveText('Svelte: 2 of 3')
  await expect(titles(page)).toHaveText(['Project 9'])
  expect(await overhang(page)).toBe(0)
})

test('a choice before hydration is made after it', async ({ page }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(siteOf(FILTER), { waitUntil: 'commit' })
  await choice(page, 'Svelte').click()
  release()
  await hydrated(page)
  await expect(choice(page, 'Svelte')).toHaveAttribute('aria-pressed', 'true')
  await expect(announced(page)).toContainText('of 3')
})

test('a grid shows the projects of a technology and announces their number', async ({ page }) => {
  await open(page, GRID)
  const cards = page.locator('#portfolio li article:visible')
  await expect(cards).toHaveCount(12)
  await choice(page, 'SQLite').click()
  await expect(cards.locator('h3')).toHaveText([
    'Project 4',
    'Project 7',
    'Project 10',
    'Project 13',
  ])
  await expect(announced(page)).toHaveText('SQLite: 4')
  const { violations } = await new AxeBuilder({ page }).include('#portfolio').analyze()
  expect(violations).toEqual([])
  await choice(page, 'All').click()
  await expect(cards).toHaveCount(12)
})

test('the filter of a grid stands in one row above it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, GRID)
  const filter = choices(page)
  const tops = await filter.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(2)
  expect(new Set(tops).size).toBe(1)
  const grid = await page.locator('#portfolio ul').boundingBox()
  expect((await filter.first().boundingBox())?.x).toBe(grid?.x)
})

test('six projects have no filter', async ({ page }) => {
  await open(page)
  await expect(choices(page)).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('every project is shown, and no filter', async ({ page }) => {
    await page.goto(siteOf(GRID))
    await expect(page.locator('#portfolio article:visible')).toHaveCount(13)
    await expect(choices(page)).toHaveCount(0)
  })
})

function choices(page: Page) {
  return page.getByRole('group', { name: 'Technologies' }).getByRole('button')
}

function choice(page: Page, name: string) {
  return page.getByRole('group', { name: 'Technologies' }).getByRole('button', { name })
}

/** The titles of the projects in view, below the featured one. */
function titles(page: Page) {
  return page.locator('#portfolio [role="group"][aria-roledescription]:not([inert], [hidden]) h3')
}

function announced(page: Page) {
  return page.locator('#portfolio [aria-live]')
}

function next(page: Page) {
  return page.getByRole('button', { name: 'Next project' })
}

function previous(page: Page) {
  return page.getByRole('button', { name: 'Previous project' })
}
