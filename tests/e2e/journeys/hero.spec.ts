import type { Locator, Page } from '@playwright/test'
import { expect, hold, hydrated, open, recordLayoutShifts, siteOf, test } from '../site.ts'
import { CLAIM, LONG_PHRASE } from '../variants.ts'

const PHRASES = ['I’m Maja Zielińska.', 'I’m a Web Developer.', 'I’m a Programmer.']
const [FIRST = ''] = PHRASES
/** The room for the caret at the end of the line, in px. */
const CARET_SPACE = 30

test('types, pauses, deletes and pauses in a loop, at the specified speed', async ({ page }) => {
  await openStopped(page)
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
})

test('typing causes no layout shift', async ({ page }) => {
  await openStopped(page)
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const story = await watch(page, 7000)
    expect(story.length, `${width} px`).toBeGreaterThan(30)
    expect([...new Set(story.map(({ below }) => below))], `${width} px`).toHaveLength(1)
  }
})

/** The font size of a phrase in px from which on it has at most two lines. */
const MIN_FONT_SIZE = 28
/** That of the name, below which no phrase is set, however long its words are. */
const NAME_FONT_SIZE = 24

for (const [variant, isLong] of [
  ['german', true],
  ['right to left', true],
  ['foreign', false],
  ['largest', false],
] as const) {
  test(`no phrase is higher than two lines at any width: ${variant}`, async ({ page }) => {
    await open(page, variant)
    await page.evaluate(keepFirstScreen)
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const { full, sizers, overflow } = await measureSizers(page)
      for (const { size, reserved, needed } of sizers) {
        expect(needed, `${width} px`).toBeLessThanOrEqual(reserved + 1)
        if (size > MIN_FONT_SIZE) expect(reserved, `${width} px`).toBeLessThanOrEqual(2 * full + 1)
        expect(size, `${width} px`).toBeGreaterThanOrEqual(NAME_FONT_SIZE)
      }
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
      // A long phrase uses the available height.
      const { needed = 0 } = sizers.at(-1) ?? {}
      if (width === 360 && isLong) expect(needed / full).toBeGreaterThan(1.4)
    }
  })
}

test('a long phrase is typed completely without layout shift', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openStopped(page, 'german')
  const story = await watch(page, 45_000, 'aus Hamburg')
  expect(story.map(({ text }) => text)).toContain(LONG_PHRASE)
  expect([...new Set(story.map(({ below }) => below))]).toHaveLength(1)
})

test('a letter that the next phrase has, too, causes no layout shift', async ({ page }) => {
  const shifts = await recordLayoutShifts(page)
  await openStopped(page)
  const heading = page.locator('h1')
  // The fonts come late, and a shift is reported with the next frame.
  await page.evaluate(async () => void (await document.fonts.ready))
  await heading.screenshot()
  await heading.screenshot()
  const before = await shifts()
  while (await heading.locator('[data-phrase="0"]').count()) {
    await page.clock.runFor(100)
    // Renders a frame.
    if ((await typed(page)).length < 2) await heading.screenshot()
  }
  expect(await shifts()).toEqual(before)
})

test('typing or deleting a letter triggers no layout', async ({ page }) => {
  await openStopped(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const countLayouts = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  // In the middle of a phrase, because its first letter renders all of them.
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

test('typed letters are as wide as the unsplit phrase', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await open(page)
  const phrase = page.locator('h1 [data-phrase]')
  await expect(phrase.locator('span')).toHaveCount(0)
  const whole = await phrase.evaluate(measureText)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(phrase.locator('span')).not.toHaveCount(0)
  expect(Math.abs((await phrase.evaluate(measureText)) - whole)).toBeLessThan(CARET_SPACE)
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

test('the caret stands in every pause', async ({ page }) => {
  await openStopped(page)
  const carets = () =>
    page
      .locator('h1 [data-phrase] > *')
      .evaluateAll(
        (all) =>
          all.filter(
            (element) => !getComputedStyle(element).backgroundImage.includes('rgba(0, 0, 0, 0)'),
          ).length,
      )
  const seen = new Set<number>()
  for (let step = 0; step < 60; step++) {
    await page.clock.runFor(100)
    seen.add((await typed(page)).length)
    expect(await carets()).toBe(1)
  }
  expect(seen).toContain(0)
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
  const paused = await typed(page)
  await page.clock.runFor(10_000)
  expect(await typed(page)).toBe(paused)
  await page.getByTitle('Resume the typed line').click()
  await page.clock.runFor(3000)
  expect(await typed(page)).not.toBe(paused)
})

test('the first screen is complete on phones and a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  await expect(page.getByRole('heading', { name: 'About' })).toBeInViewport()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, 'for screen readers').toHaveAccessibleName(PHRASES.join(' '))
  const pause = page.getByRole('button', { name: 'Pause the typed line' })
  const covered = await pause.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const points = Array.from({ length: height }, (_, y) => [left + width / 2, top + y] as const)
    return points.filter((point) => !button.contains(document.elementFromPoint(...point))).length
  })
  expect(covered, 'by letters').toBe(0)

  for (const width of [320, 360, 375, 390, 412, 430]) {
    await page.setViewportSize({ width, height: 800 })
    const { line, height } = await heading.evaluate((element) => ({
      line: Number.parseFloat(
        getComputedStyle(element.querySelector('[data-phrase]') ?? element).lineHeight,
      ),
      height: element.getBoundingClientRect().height,
    }))
    expect(Math.round(height / line), `lines at ${width} px`).toBe(1)
  }
  await page.setViewportSize({ width: 390, height: 780 })
  const picture = page.getByRole('region', { name: 'Selected work' }).locator('img:visible')
  await expect(picture).toHaveCount(1)
  await expect(picture).toBeInViewport({ ratio: 0.9 })

  await page.getByRole('link', { name: 'Leave a message' }).click()
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

test('the first phrase is in the HTML', async ({ request }) => {
  const html = await (await request.get(siteOf())).text()
  expect(html.replace(/<[^>]+>/g, '')).toContain(FIRST.replace("'", '&#x27;'))
})

test('with forced colours, the button looks the same under the pointer', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page)
  const button = page.getByRole('link', { name: 'Leave a message' })
  const colours = () =>
    button.evaluate((element) => {
      const { color, backgroundColor, borderColor } = getComputedStyle(element)
      return [color, backgroundColor, borderColor]
    })
  const before = await colours()
  expect(before[0]).not.toBe(before[1])
  await button.hover()
  expect(await colours()).toEqual(before)
})

test('a claim is the heading and fills the measure in at most three lines', async ({ page }) => {
  await open(page, 'claim')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveAccessibleName(CLAIM)
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toHaveCount(0)
  for (const width of [320, 360, 768, 1024, 1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const { lines, size, overflow, share } = await heading.evaluate((element) => {
      const [text] = element.children
      const range = document.createRange()
      range.selectNodeContents(text ?? element)
      const { lineHeight, fontSize } = getComputedStyle(text ?? element)
      return {
        lines: Math.round(element.clientHeight / Number.parseFloat(lineHeight)),
        size: Number.parseFloat(fontSize),
        overflow: element.scrollWidth - element.clientWidth,
        share: range.getBoundingClientRect().width / element.clientWidth,
      }
    })
    expect(lines, `${width} px`).toBeLessThanOrEqual(3)
    expect(size, `${width} px`).toBeGreaterThanOrEqual(28)
    expect(overflow, `${width} px`).toBe(0)
    if (width <= 1280) expect(share, `${width} px`).toBeGreaterThan(0.7)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a claim is the heading', async ({ page }) => {
    await page.goto(siteOf('claim'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(CLAIM)
  })
})

test('a booking page is the second button', async ({ page }) => {
  await open(page, 'everything')
  const message = page.getByRole('link', { name: 'Leave a message' })
  const booking = page.getByRole('link', { name: 'Book a call' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const boxes = await Promise.all([message, booking].map((link) => link.boundingBox()))
    const [first, second] = boxes.map((box) => box ?? { x: 0, y: 0, height: 0 })
    expect(second?.height, `${width} px`).toBe(first?.height)
    const isBeside = second?.y === first?.y && (second?.x ?? 0) > (first?.x ?? 0)
    expect(isBeside || (second?.y ?? 0) > (first?.y ?? 0), `${width} px`).toBe(true)
  }
  await expect(booking).toHaveAttribute('href', 'https://calendar.example.com/maja')
  await expect(booking).toHaveAttribute('target', '_blank')
})

test('without projects, the bio begins beside the name, and goes on below', async ({ page }) => {
  await open(page, 'no projects')
  const opening = page.getByText(/^I am a full-stack developer/)
  await expect(opening).toHaveCount(1)
  for (const [width, height] of [
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(opening, `${width} px`).toBeInViewport({ ratio: 0.99 })
    const [name, text] = await Promise.all([
      page.locator('#hero p', { hasText: /^Maja Zielińska$/ }).boundingBox(),
      opening.boundingBox(),
    ])
    if (width > 1024) expect(text?.x).toBeGreaterThan((name?.x ?? 0) + 200)
    await expect(page.locator('#about p').first()).toContainText('marina in Gdynia')
    const ends = [page.locator('#hero a').last(), opening].map(async (part) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height
    })
    const about = await page.locator('#about').boundingBox()
    const space = (about?.y ?? 0) - Math.max(...(await Promise.all(ends)))
    expect(space, `${width} px`).toBeLessThan(100)
  }
})

test('the first screen shows the name, and a portrait beside the work', async ({ page }) => {
  await open(page, 'claim')
  const portrait = page.getByRole('img', { name: 'Maja Zielińska' })
  const name = page.locator('#hero').getByText('Maja Zielińska', { exact: true })
  const index = page.getByRole('region', { name: 'Selected work' })
  for (const width of [360, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const part of [portrait, name]) {
      await expect(part, `${width} px`).toBeInViewport({ ratio: 0.99 })
    }
    await expect(index, `${width} px`).toBeInViewport({ ratio: width < 768 ? 0.3 : 0.85 })
  }
})

test('a picture of the work is on the first screen, and as large as its frame', async ({
  page,
}) => {
  await open(page)
  const index = page.getByRole('region', { name: 'Selected work' })
  const picture = index.locator('img:visible')
  for (const width of [360, 768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: width < 1200 ? 900 : 800 })
    await expect(picture).toHaveCount(1)
    await expect(picture).toHaveAttribute('src', /bakery/)
    await expect(picture, `${width} px`).toBeInViewport({ ratio: 0.99 })
    const frame = await picture.evaluate((image) => {
      const { width = 0, height = 0 } = image.closest('span')?.getBoundingClientRect() ?? {}
      const box = image.getBoundingClientRect()
      return { share: (box.width * box.height) / (width * height), shape: width / height }
    })
    expect(frame.share, `${width} px`).toBeCloseTo(1, 2)
    expect(frame.shape, `${width} px`).toBeCloseTo(1.6, 1)
  }
})

test('the index says what came of each project, in the order of the owner', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page)
  const rows = page.getByRole('region', { name: 'Selected work' }).getByRole('link')
  await expect(rows).toHaveText([
    /^Bakery Orders\s+Not one order lost\s+Ordering system\s+2026$/,
    /^Lesson Planner\s+A week’s plan in ten minutes\s/,
    /^Trail Conditions\s+900 reports in the first winter\s/,
    /^Harbour Bookings\s+Half the calls\s/,
    /^Invoice Reader/,
    /^Choir Library/,
  ])
  const ink = (text: string) =>
    rows.getByText(text).evaluate((element) => {
      const { color } = getComputedStyle(element)
      return color === getComputedStyle(document.body).color
    })
  expect(await ink('Not one order lost')).toBe(true)
  expect(await ink('Ordering system')).toBe(false)
  const marked = () =>
    rows.evaluateAll((links) =>
      links.flatMap((link, index) => {
        const { borderInlineStartWidth } = getComputedStyle(link.querySelector('strong') ?? link)
        return borderInlineStartWidth === '3px' ? [index] : []
      }),
    )
  expect(await marked(), 'whose picture is shown').toEqual([0])
  await rows.nth(3).hover()
  expect(await marked()).toEqual([3])
})

test('the button follows the sentence that says for whom, and is on a phone on its side', async ({
  page,
}) => {
  await open(page)
  const lead = page.locator('#hero').getByText(/^For companies without a developer/)
  const button = page.getByRole('link', { name: 'Leave a message' })
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [text, box] = [await lead.boundingBox(), await button.boundingBox()]
    const gap = (box?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0)
    expect(gap, `${width} px`).toBeGreaterThan(0)
    expect(gap, `${width} px`).toBeLessThanOrEqual(24)
    await expect(button, `${width} px`).toBeInViewport({ ratio: 0.99 })
  }
})

for (const variant of ['no captcha', 'spam filter']) {
  test(`in another look, the arrow stands beside the button, and each title has one line: ${variant}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await open(page, variant)
    const button = page.locator('#hero a[href="#contact"]')
    const arrow = page.locator('#hero').getByRole('link', { name: /Scroll to|About/ })
    const middleOf = async (link: Locator) => {
      const { y = 0, height = 0 } = (await link.boundingBox()) ?? {}
      return y + height / 2
    }
    for (const width of [320, 360, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 768 })
      for (const text of ['Leave a message', 'Nachricht schreiben']) {
        await button.evaluate((link, label) => {
          link.textContent = label
        }, text)
        expect(await middleOf(arrow), `${text}, ${width} px`).toBeCloseTo(await middleOf(button))
      }
    }
    await page.setViewportSize({ width: 1024, height: 768 })
    const titles = page.getByRole('region', { name: 'Selected work' }).locator('strong')
    await expect(titles).toHaveCount(6)
    for (const title of await titles.all()) {
      expect((await title.boundingBox())?.height, String(await title.textContent())).toBeLessThan(
        36,
      )
    }
  })
}

test('an entry of the index leads to the card of a project without a story', async ({ page }) => {
  await open(page, 'smallest')
  await page.locator('#hero section a').click()
  await expect(page).toHaveURL(/#project-x$/)
  const card = page.locator('#portfolio article#project-x')
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport({ ratio: 0.8 })
})

test('the index shows the picture of the project under the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page)
  const index = page.getByRole('region', { name: 'Selected work' })
  const previews = index.locator('img:visible')
  await expect(previews).toHaveCount(1)
  const { x = 0, y = 0, width = 0, height = 0 } = (await previews.boundingBox()) ?? {}
  const onTop = () =>
    page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.getAttribute('src'), [
      x + width / 2,
      y + height / 2,
    ] as const)
  expect(await onTop()).toContain('bakery')
  const trail = index.getByRole('link', { name: /Trail Conditions/ })
  await trail.hover()
  expect(await onTop()).toContain('trail')
  // The way to the picture leads across the space beside the list.
  const { y: top = 0 } = (await trail.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, top + 20, { steps: 40 })
  expect(await onTop()).toContain('trail')
  await page.mouse.move(0, 0)
  await index.getByRole('link', { name: /Choir Library/ }).focus()
  expect(await onTop()).toContain('choir')
})

/** Removes the other sections, whose layout takes seconds in the largest content. Runs in the page. */
function keepFirstScreen() {
  for (const section of document.querySelectorAll('#hero ~ section')) section.remove()
}

/** The line height, and for each phrase its reserved height and the height that its text needs. */
function measureSizers(page: Page) {
  return page.locator('h1').evaluate((heading) => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)
    const sizers = [...heading.querySelectorAll<HTMLElement>('[data-text]')].map((sizer) => {
      const reserved = sizer.getBoundingClientRect().height
      // Neither clipped nor stretched to the height of the longest phrase.
      const { cssText } = sizer.style
      Object.assign(sizer.style, { maxHeight: 'none', alignSelf: 'start' })
      const needed = sizer.getBoundingClientRect().height
      sizer.style.cssText = cssText
      return { size: sizeOf(sizer), reserved, needed }
    })
    const full = Number.parseFloat(getComputedStyle(heading).lineHeight)
    return { full, sizers, overflow: heading.scrollWidth - heading.clientWidth }
  })
}

/** Opens the page and pauses its clock, so that time passes only when a test advances it. */
async function openStopped(page: Page, variant?: string) {
  await page.clock.install()
  await open(page, variant)
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
async function watch(
  page: Page,
  milliseconds: number,
  below = 'based in Poland',
): Promise<Moment[]> {
  const line = page.locator('h1 [data-phrase]')
  const place = await page.getByText(below).elementHandle()
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

/** The width of an element's text. Runs in the page. */
function measureText(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}
