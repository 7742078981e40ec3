import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from './site.ts'

// The featured project of our site: a component of its owner in place of a picture (site/src).

const SCRIPT = /assets\/BerthBoard/
/** The limit for its scripts, in bytes. */
const MOST = 6144

const board = (page: Page) => page.getByRole('group', { name: 'Berth board' })
const boat = (page: Page, name: string) => board(page).getByRole('button', { name, exact: true })
const message = (page: Page) => board(page).locator('output')

/** The boats of a berth, each with its days, and "-" for a free day. */
const berth = (page: Page, name: string) =>
  board(page)
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .evaluate((row) =>
      Array.from(row.querySelectorAll('td'), (cell) =>
        cell.colSpan > 1 ? `${cell.textContent} ${cell.colSpan}` : '-',
      ).join(', '),
    )

/** Waits until the script of the board has run. */
const hydratedBoard = (page: Page) => expect(board(page).locator('..')).not.toHaveAttribute('ssr')

/** Opens the page, and waits until the board is in view and its script has run. */
async function openBoard(page: Page) {
  await open(page)
  await board(page).scrollIntoViewIfNeeded()
  await hydratedBoard(page)
  await boat(page, 'Bryza').focus()
}

async function center(page: Page, name: string) {
  await boat(page, name).scrollIntoViewIfNeeded()
  const box = await boat(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not shown.`)
  return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('no script of the board loads before it is in view, and then at most 6 KB', async ({
  page,
}) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('.js')) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  const asked: string[] = []
  page.on('request', (request) => SCRIPT.test(request.url()) && asked.push(request.url()))
  await open(page)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  const before = sizes.length
  await board(page).scrollIntoViewIfNeeded()
  await hydratedBoard(page)
  await boat(page, 'Nord').click()
  await expect(boat(page, 'Nord')).toHaveAttribute('aria-pressed', 'true')
  expect(asked).toHaveLength(1)
  await expect.poll(() => sizes.length).toBeGreaterThan(before)
  const loaded = await Promise.all(sizes.slice(before))
  const total = loaded.reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(1000)
  expect(total).toBeLessThanOrEqual(MOST)
})

test('a boat follows the pointer to a free place', async ({ page }) => {
  await openBoard(page)
  const { x, y, width, height } = await center(page, 'Nord')
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (2 * width) / 3, y + 3, { steps: 4 })
  await page.mouse.up()
  await expect(message(page)).toHaveText('Nord has A 08 from Fri 17 to Sun 19.')
  await expect.poll(() => berth(page, 'A 08')).toBe('-, -, -, -, Nord 3')
  // To another berth, and back by a click on a free place.
  const bryza = await center(page, 'Bryza')
  await page.mouse.move(bryza.x, bryza.y)
  await page.mouse.down()
  await page.mouse.move(bryza.x, bryza.y + 4 * (height + 8), { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => berth(page, 'A 08')).toBe('Bryza 3, -, Nord 3')
  await boat(page, 'Bryza').click()
  await board(page).getByRole('button', { name: 'A 04, Tue 14' }).click()
  await expect(message(page)).toHaveText('Bryza has A 04 from Tue 14 to Thu 16.')
  await expect(boat(page, 'Bryza')).toBeFocused()
})

test('the arrow keys move the chosen boat, which keeps the focus', async ({ page }) => {
  await openBoard(page)
  await page.keyboard.press('ArrowRight')
  await expect(boat(page, 'Halny')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('.berths :focus'), 'one stop of the Tab key').toHaveCount(0)
  await boat(page, 'Nord').press('Enter')
  await expect(boat(page, 'Nord')).toHaveAttribute('aria-pressed', 'true')
  for (const [key, text] of [
    ['ArrowRight', 'Nord has A 08 from Thu 16 to Sat 18.'],
    ['ArrowRight', 'Nord has A 08 from Fri 17 to Sun 19.'],
    ['ArrowRight', 'Nord stays: the board ends here.'],
    ['ArrowUp', 'Nord stays: Stella Maris has A 07 from Mon 13 to Fri 17.'],
    ['ArrowLeft', 'Nord has A 08 from Thu 16 to Sat 18.'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(message(page)).toHaveText(text)
    await expect(boat(page, 'Nord')).toBeFocused()
  }
})

test('the board does not move the page, and a swipe across it scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openBoard(page)
  const before = await board(page).boundingBox()
  const inner = await board(page).evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
  expect(inner).toBe(0)
  await boat(page, 'Mewa II').press('Enter')
  await boat(page, 'Mewa II').press('ArrowDown')
  await expect(message(page)).toHaveText(/^Mewa II stays/)
  expect((await board(page).boundingBox())?.height).toBe(before?.height)
  await expect(boat(page, 'Mewa II')).toHaveCSS('touch-action', 'pan-y')
  const free = await board(page).getByRole('button', { name: 'A 05, Mon 13' }).boundingBox()
  expect(free?.width).toBeGreaterThanOrEqual(24)
  await boat(page, 'Mewa II').press('Enter')
  for (const button of await board(page).getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the board stands still, and its boats are texts', async ({ page }) => {
    await page.goto(siteOf())
    await expect(board(page).getByText('Mewa II')).toBeVisible()
    await expect(board(page).getByRole('button')).toHaveCount(0)
    await page.getByRole('link', { name: 'Download Resume' }).first().focus()
    await page.keyboard.press('Tab')
    await expect(board(page).locator(':focus')).toHaveCount(0)
  })
})
