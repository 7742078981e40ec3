import type { Page } from '@playwright/test'
import { approach, button, expect, name, test } from './contact.ts'
import { findUnreadable, hold, hydrated, overhang } from './site.ts'

// Text at 200 % on narrow viewports. A larger browser font size is the root's font-size.

const HEADER = 'header a'

test.describe('text at 200 %', () => {
  test.beforeEach(async ({ page, gateway }) => {
    await page.goto(gateway.url)
    await hydrated(page)
    await enlarge(page)
  })

  test('no word is broken, and logo and menu are shown in full or collapse', async ({ page }) => {
    const brand = page.locator(HEADER).first()
    const text = brand.locator('span')
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overhang(page)).toBe(0)
      await expect(brand).toHaveAccessibleName('Reward Codes')
      await expect(brand.locator('img')).toBeInViewport({ ratio: 1 })
      const { isShown, isCut } = await text.evaluate((element) => {
        const { clipPath } = getComputedStyle(element)
        const isWide = element.scrollWidth > element.clientWidth
        return { isShown: clipPath === 'none', isCut: isWide }
      })
      expect(isShown && isCut, 'a cut name').toBe(false)
      expect(isShown, 'where there is room for it').toBe(width === 768)
      if (width === 768) continue
      expect(await page.getByRole('main').evaluate(listBrokenWords), `${width} px`).toEqual([])
    }
    await page.setViewportSize({ width: 2400, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    expect(await page.getByRole('navigation').evaluate(listBrokenWords)).toEqual([])
  })

  test('nothing in the form overlaps, and the captcha that replaces its placeholder moves nothing', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    const captcha = page.getByRole('group', { name: 'Captcha' })
    await approach(page)
    const top = () =>
      button(page).evaluate((element) => element.getBoundingClientRect().top + scrollY)
    const atRest = await top()
    await name(page).focus()
    await expect(page.getByRole('checkbox')).toBeVisible()
    expect(await top()).toBe(atRest)
    expect(await gapBelow(page, captcha.locator(':scope > *'))).toBeGreaterThan(16)
    const before = await button(page).boundingBox()
    const release = await hold(page, /assets\/altcha.*js/)
    await page.getByRole('checkbox').click()
    await expect(page.getByRole('checkbox', { name: 'Checking…' })).toBeVisible()
    expect((await button(page).boundingBox())?.height).toBe(before?.height)
    release()
    await expect(page.getByRole('checkbox', { name: 'Checked' })).toBeVisible()
    expect(await gapBelow(page, captcha.locator(':scope > *'))).toBeGreaterThan(16)
    expect((await findUnreadable(page)).filter((text) => !/^out of/.test(text))).toEqual([])
  })

  test('the index, the featured project and its story show all text', async ({ page }) => {
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      for (const part of ['#hero', '#portfolio article']) {
        const element = page.locator(part).first()
        await element.scrollIntoViewIfNeeded()
        expect(await element.evaluate(listBrokenWords)).toEqual([])
      }
      expect((await findUnreadable(page)).filter((text) => !/^out of/.test(text))).toEqual([])
      const story = page.getByRole('article')
      for (const title of ['Harbour Bookings', 'Invoice Reader (work in progress)']) {
        await page.getByRole('link', { name: title, exact: true }).last().click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await enlarge(page)
        expect(await story.evaluate(listBrokenWords), title).toEqual([])
        expect(await overhang(page)).toBeLessThanOrEqual(0)
        await page.goBack()
        await hydrated(page)
        await enlarge(page)
      }
    }
  })
})

function enlarge(page: Page) {
  return page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
}

/** Words that are broken across lines. Runs in the page. */
function listBrokenWords(root: HTMLElement): string[] {
  const broken: string[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (!(node instanceof Text) || node.parentElement?.closest('[aria-hidden] label')) continue
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue
    for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = Array.from(range.getClientRects(), ({ top }) => Math.round(top))
      if (new Set(tops).size > 1) broken.push(word)
    }
  }
  return broken
}

/** The gap in px between the lowest of some elements and the Send button. */
async function gapBelow(page: Page, above: ReturnType<Page['locator']>) {
  const bottoms = await above.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getBoundingClientRect().bottom),
  )
  const { y = 0 } = (await button(page).boundingBox()) ?? {}
  return y - Math.max(...bottoms)
}
