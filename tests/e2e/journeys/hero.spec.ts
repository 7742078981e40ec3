import type { Page } from '@playwright/test'
import { expect, hold, hydrated, open, recordLayoutShifts, siteOf, test } from '../site.ts'

const PHRASES = ['I’m Maja Zielińska.', 'I’m a Web Developer.', 'I’m a Programmer.']
const [FIRST = ''] = PHRASES

test('types, pauses, deletes and pauses in a loop, at the specified speed, and moves nothing', async ({
  page,
}) => {
  const shifts = await recordLayoutShifts(page)
  await openStopped(page)
  await page.evaluate(async () => void (await document.fonts.ready))
  // A shift is reported with the next frame.
  for (const _ of [1, 2]) await page.locator('h1').screenshot()
  const shiftsBefore = await shifts()
  // Longer than one full cycle.
  const story = await watch(page, 22_000)
  const texts = story.map(({ text }) => text)
  const full = texts.filter((text) => PHRASES.includes(text))
  const start = PHRASES.indexOf(full[0] ?? '')
  expect(full).toEqual(full.map((_, turn) => PHRASES[(start + turn) % PHRASES.length]))
  expect(full.length).toBeGreaterThanOrEqual(4)
  for (const [index, { text, stood }] of story.entries()) {
    const before = story[index - 1]?.text ?? text
    expect(Math.abs(text.length - before.length)).toBeLessThanOrEqual(1)
    const isEnd = index === 0 || index === story.length - 1
    const pause = PHRASES.includes(text) ? 1000 : text === '' ? 500 : 100
    if (!isEnd) expect(stood, `how long "${text}" stands`).toBe(pause)
  }
  expect([...new Set(story.map(({ below }) => below))]).toHaveLength(1)
  expect(await shifts()).toEqual(shiftsBefore)
})

test('the first phrase stands before its script, which deletes it', async ({ page }) => {
  const release = await hold(page, /assets\/client/)
  await page.goto(siteOf(), { waitUntil: 'commit' })
  const phrase = page.locator('h1 [data-phrase]')
  await expect(phrase).toHaveText(FIRST)
  await expect(phrase).toBeVisible()
  // Read at once, because more styles arrive meanwhile.
  const colours = () =>
    phrase.evaluate((element) => {
      const heading = element.closest('h1') ?? element
      return [element, heading].map((one) => getComputedStyle(one).color)
    })
  await expect
    .poll(async () => {
      const [ofPhrase, ofHeading] = await colours()
      return ofPhrase === ofHeading
    })
    .toBe(true)
  release()
  await hydrated(page)
  await expect.poll(async () => (await typed(page)).length).toBeLessThan(FIRST.length)
})

test('the line stands until it is read: 2.5 s after the first paint', async ({ page }) => {
  await page.addInitScript(() => {
    const look = setInterval(() => {
      if (!document.querySelector('h1 [data-phrase] > span:not([data-typed])')) return
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      Object.assign(window, { stood: performance.now() - (paint?.startTime ?? 0) })
      clearInterval(look)
    }, 10)
  })
  await open(page)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'stood'))).toBeGreaterThan(2500)
})

test('a line that stands still and says the name is the only one that does', async ({ page }) => {
  const name = () => page.locator('#hero').getByText('Maja Zielińska', { exact: true })
  await open(page)
  await expect(name()).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(name()).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'no-preference', media: 'print' })
  await expect(name()).toBeHidden()
})

test('the line waits for its button, and a copy of it is one phrase', async ({ page }) => {
  await openStopped(page)
  const copied = await page.evaluate(() => {
    const heading = document.querySelector('h1')
    if (heading) getSelection()?.selectAllChildren(heading)
    return getSelection()?.toString().trim()
  })
  expect(PHRASES).toContain(copied)
  await page.clock.runFor(2000)
  await page.getByRole('button', { name: 'Pause the typed line' }).click()
  await expect(
    page.getByRole('button', { name: 'Pause the typed line', pressed: true }),
  ).toBeVisible()
  const paused = await typed(page)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(paused)
  await page.getByTitle('Resume the typed line').click()
  // Read after each letter: after any fixed time, the line may stand at the same letters again.
  await expect
    .poll(async () => {
      await page.clock.runFor(100)
      return typed(page)
    })
    .not.toBe(paused)
})

test('the first screen is complete on phones and a laptop', async ({ page }) => {
  await open(page)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, 'for screen readers').toHaveAccessibleName(PHRASES.join(' '))
  const lead = page.locator('#hero').getByText(/^For companies without a developer/)
  const button = page.getByRole('link', { name: 'Leave a message' })
  const picture = page.getByRole('region', { name: 'Selected work' }).locator('img:visible')
  for (const [width, height] of [
    [320, 800],
    [390, 780],
    [844, 390],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [line, text] = [await heading.boundingBox(), await lead.boundingBox()]
    const gap = (text?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)
    expect(gap, `${width} px`).toBeGreaterThan(0)
    expect(gap, `${width} px`).toBeLessThanOrEqual(24)
    const box = await button.boundingBox()
    expect(box?.height, `one line at ${width} px`).toBeLessThanOrEqual(50)
    await expect(button, `${width} px`).toBeInViewport({ ratio: 0.99 })
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveAttribute('src', /bakery/)
    if (height < 700) continue
    await expect(picture, `${width} px`).toBeInViewport({ ratio: 0.9 })
    const { share, shape, lines } = await picture.evaluate((image) => {
      const { width = 0, height = 0 } = image.closest('span')?.getBoundingClientRect() ?? {}
      const box = image.getBoundingClientRect()
      const phrase = document.querySelector('h1 [data-phrase]') ?? image
      const line = Number.parseFloat(getComputedStyle(phrase).lineHeight)
      const lines = Math.round((phrase.closest('h1')?.clientHeight ?? 0) / line)
      return { share: (box.width * box.height) / (width * height), shape: width / height, lines }
    })
    expect(share, `${width} px`).toBeCloseTo(1, 2)
    expect(shape, `${width} px`).toBeCloseTo(1.6, 1)
    expect(lines, `${width} px`).toBe(1)
  }
  await button.click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('#contact')).toBeInViewport()
  await page.getByRole('link', { name: 'Go to About' }).click()
  await expect(page).toHaveURL(/#about$/)
})

test('phrases are static with prefers-reduced-motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStopped(page)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(FIRST)
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeHidden()
})

test('the index says what came of each project, and shows the picture of the one under the pointer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const index = page.getByRole('region', { name: 'Selected work' })
  const rows = index.getByRole('link')
  await expect(rows).toHaveText([
    /^Bakery Orders\s+Not one order lost\s+Ordering system\s+2026$/,
    /^Lesson Planner/,
    /^Trail Conditions/,
    /^Harbour Bookings/,
  ])
  const {
    x = 0,
    y = 0,
    width = 0,
    height = 0,
  } = (await index.locator('img:visible').boundingBox()) ?? {}
  const shown = () =>
    page.evaluate(
      ([left, top]) => {
        const links = [...document.querySelectorAll('#hero section a')]
        const isMarked = (link: Element) =>
          getComputedStyle(link.querySelector('strong') ?? link).borderInlineStartWidth === '3px'
        const picture = document.elementFromPoint(left, top)?.getAttribute('src')
        return [links.findIndex(isMarked), /(bakery|trail|harbour)/.exec(picture ?? '')?.[0]]
      },
      [x + width / 2, y + height / 2] as const,
    )
  await expect.poll(shown).toEqual([0, 'bakery'])
  await rows.nth(2).hover()
  await expect.poll(shown).toEqual([2, 'trail'])
  // The way to the picture leads across the space beside the list.
  const { y: top = 0 } = (await rows.nth(2).boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, top + 20, { steps: 40 })
  expect((await shown())[1]).toBe('trail')
  await page.mouse.move(0, 0)
  await rows.last().focus()
  await expect.poll(async () => (await shown())[1]).toBe('harbour')
})

/** Opens the page and pauses its clock, so that time passes only when a test advances it. */
async function openStopped(page: Page) {
  await page.clock.install()
  await open(page)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
}

type Moment = {
  text: string
  /** How long the text was shown, in milliseconds of the page's clock. */
  stood: number
  /** The bounding box of the element below. */
  below: string
}

/** Advances the clock and records every change of the typed line. */
async function watch(page: Page, milliseconds: number): Promise<Moment[]> {
  const line = page.locator('h1 [data-phrase]')
  const place = await page.locator('#hero a[href="#contact"]').elementHandle()
  const story = await line.evaluateHandle((phrase, below) => {
    const moments: { text: string; since: number; below: string }[] = []
    const look = () => {
      const hidden = phrase.querySelectorAll('span:not([data-typed])').length
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
  // In steps of half a letter, so that React renders between them.
  for (let step = 0; step < milliseconds / 50; step++) await page.clock.runFor(50)
  const moments = await story.jsonValue()
  const end = await page.evaluate(() => Date.now())
  return moments.map(({ text, since, below }, index) => {
    return { text, stood: (moments[index + 1]?.since ?? end) - since, below }
  })
}

/** The visible letters: the whole phrase if it is static, else those typed so far. */
function typed(page: Page): Promise<string> {
  return page.locator('h1 [data-phrase]').evaluate((phrase) => {
    const hidden = phrase.querySelectorAll('span:not([data-typed])').length
    const letters = [...(phrase.textContent ?? '')]
    return letters.slice(0, letters.length - hidden).join('')
  })
}
