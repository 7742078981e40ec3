import type { Page } from '@playwright/test'
import { expect, open, siteOf, test } from './site.ts'

const PHRASES = ["I'm Maja Zielińska.", "I'm a Web Developer.", "I'm a Programmer."]
const [FIRST = ''] = PHRASES

test('types, pauses, deletes, pauses and goes on for ever, at the specified pace', async ({
  page,
}) => {
  await openStopped(page)
  // Longer than one whole round.
  const story = await watch(page, 22_000)
  const texts = story.map(({ text }) => text)
  const full = texts.filter((text) => PHRASES.includes(text))
  const start = PHRASES.indexOf(full[0] ?? '')
  expect(full).toEqual(full.map((_, turn) => PHRASES[(start + turn) % PHRASES.length]))
  expect(full.length).toBeGreaterThanOrEqual(4)
  for (const [index, { text, stood }] of story.entries()) {
    const before = story[index - 1]?.text ?? FIRST
    expect(Math.abs(text.length - before.length)).toBeLessThanOrEqual(1)
    const isEnd = index === 0 || index === story.length - 1
    const pause = PHRASES.includes(text) ? 1000 : text === '' ? 500 : 100
    if (!isEnd) expect(stood, `how long "${text}" stands`).toBe(pause)
  }
})

for (const width of [320, 768, 1280]) {
  test(`nothing moves while letters come and go at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await openStopped(page)
    const story = await watch(page, 7000)
    expect(story.length).toBeGreaterThan(30)
    expect([...new Set(story.map(({ below }) => below))]).toHaveLength(1)
  })
}

test('a letter that comes or goes costs no layout', async ({ page }) => {
  await openStopped(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const countLayouts = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  // In the middle of a phrase, because its first letter brings all of them.
  while ((await typed(page)).length !== 6) await page.clock.runFor(100)
  await page.locator('h1').screenshot()
  const before = await countLayouts()
  for (let step = 1; step < 5; step++) {
    await page.clock.runFor(100)
    await page.locator('h1').screenshot()
    expect(Math.abs((await typed(page)).length - 6)).toBe(step)
  }
  expect(await countLayouts()).toBe(before)
})

test('the pause button stops the typed line and starts it again', async ({ page }) => {
  await openStopped(page)
  await page.clock.runFor(2000)
  await page.getByRole('button', { name: 'Pause the typed line' }).click()
  const held = await typed(page)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(held)
  await page.getByRole('button', { name: 'Type the line again' }).click()
  await page.clock.runFor(3000)
  expect(await typed(page)).not.toBe(held)
})

test('no letter lies over the pause button', async ({ page }) => {
  await open(page)
  const pause = page.getByRole('button', { name: 'Pause the typed line' })
  const covered = await pause.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const points = Array.from({ length: height }, (_, y) => [left + width / 2, top + y] as const)
    return points.filter((point) => !button.contains(document.elementFromPoint(...point))).length
  })
  expect(covered).toBe(0)
})

test('readers hear one text that stands still', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(PHRASES.join(' '))
})

test('phrases stand still where the visitor wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStopped(page)
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

/** Opens the page and stops its clock, so that time passes only when a test says so. */
async function openStopped(page: Page) {
  await page.clock.install()
  await open(page)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

type Moment = {
  text: string
  /** How many milliseconds of the page's clock it stood. */
  stood: number
  /** Where what comes below it lay. */
  below: string
}

/** Lets time pass and tells what the typed line said, from change to change as the page saw it. */
async function watch(page: Page, milliseconds: number): Promise<Moment[]> {
  const line = page.locator('h1 [data-is-running]')
  const place = await page.getByText('based in Poland').elementHandle()
  const story = await line.evaluateHandle((phrase, below) => {
    const moments: { text: string; since: number; below: string }[] = []
    const look = () => {
      const hidden = phrase.querySelectorAll('[data-typed="false"]').length
      const letters = [...(phrase.textContent ?? '')]
      const text = letters.slice(0, letters.length - hidden).join('')
      if (text === moments.at(-1)?.text) return
      const where = JSON.stringify((below as Element).getBoundingClientRect())
      moments.push({ text, since: Date.now(), below: where })
    }
    look()
    const options = { childList: true, subtree: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(phrase, options)
    return moments
  }, place)
  // In steps of half a letter: React draws between them.
  for (let step = 0; step < milliseconds / 50; step++) await page.clock.runFor(50)
  const moments = await story.jsonValue()
  const end = await page.evaluate(() => Date.now())
  return moments.map(({ text, since, below }, index) => {
    return { text, stood: (moments[index + 1]?.since ?? end) - since, below }
  })
}

/** The letters that are visible now: all of a phrase that rests, or those typed so far. */
function typed(page: Page): Promise<string> {
  return page.locator('h1 [data-is-running]').evaluate((phrase) => {
    const hidden = phrase.querySelectorAll('[data-typed="false"]').length
    const letters = [...(phrase.textContent ?? '')]
    return letters.slice(0, letters.length - hidden).join('')
  })
}
