import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { approach, button, email, expect, fill, name, openForm, solve, test } from './contact.ts'
import { findViolations, hydrated, open, recordAnnouncements, siteOf } from './site.ts'

const PROJECTS = [
  'Bakery Orders',
  'Lesson Planner',
  'Trail Conditions',
  'Harbour Bookings',
  'Invoice Reader (work in progress)',
  'Choir Library (work in progress)',
]

const WIDTHS = [320, 768, 1280]

test('axe finds no violations at any width, in light, dark and forced colours', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    expect(await findViolations(page), `${width} px`).toEqual([])
    const menu = page.getByRole('button', { name: 'Menu' })
    if (!(await menu.isVisible())) continue
    await menu.click()
    expect(await findViolations(page, 'header'), `the menu at ${width} px`).toEqual([])
    await menu.click()
  }
  for (const media of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia({ colorScheme: 'light', ...media })
    const { violations } = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  }
})

test('with forced colours, the skip link has letters', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  const { data, info } = await sharp(await skip.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const start = info.width * Math.floor(info.height / 2)
  const line = [...data.subarray(start, start + info.width)]
  const edges = line.filter((pixel, index) => Math.abs(pixel - (line[index - 1] ?? pixel)) > 64)
  expect(edges.length).toBeGreaterThan(10)
})

test('with forced colours, the contact section has edges, and a large title covers no text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await open(page)
  await expect(page.locator('#contact')).toHaveCSS('border-top-style', 'solid')
  await expect(page.locator('#contact')).toHaveCSS('border-bottom-style', 'solid')
  for (const [text, title] of [
    ['main p', 'h1'],
    ['#portfolio article p', '#portfolio article h3'],
  ] as const) {
    const above = page.locator(text).first()
    await above.evaluate((element) => {
      element.textContent = 'gypsy'
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
    })
    const shown = await above.screenshot()
    await page
      .locator(title)
      .first()
      .evaluate((element) => {
        element.style.visibility = 'hidden'
      })
    expect(await above.screenshot(), text).toEqual(shown)
  }
})

for (const variant of ['shipped', 'everything', 'foreign', 'levels']) {
  test(`no horizontal scrolling from 320 to 2560 px: ${variant}`, async ({ page }) => {
    await open(page, variant)
    for (const width of [320, 360, 480, 640, 768, 769, 900, 1024, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
    }
  })
}

test('no horizontal scrolling at 400 % zoom or with text at 200 %', async ({ page }) => {
  // A viewport of 1280 px at 400 % zoom has 320 CSS pixels.
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page)
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 640, height: 800 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await overflow(page)).toBe(0)
})

test('the Tab key reaches every control in order, always in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const walk: string[] = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (!stop) break
    walk.push(stop.name)
    expect(stop, `${stop.name} is seen and outlined`).toMatchObject({
      inView: true,
      outlined: true,
    })
  }
  expect(walk).toEqual([
    'Skip to content',
    'Reward Codes',
    'About',
    'Services',
    'Portfolio',
    'Resume',
    'Contact',
    'LinkedIn',
    'GitHub',
    'Theme',
    'Leave a message',
    'Go to About',
    'Bakery Orders Not one order lost Ordering system 2026',
    'Lesson Planner A week’s plan in ten minutes Planning tool 2026',
    'Trail Conditions 900 reports in the first winter Mobile web app 2025',
    'Harbour Bookings Half the calls Booking system 2025',
    'Invoice Reader (work in progress) Asks instead of guessing Internal tool 2026',
    'Choir Library (work in progress) 400 scores, one search field Archive 2026',
    'Download Resume',
    'New booking',
    'Bryza',
    'Harbour Bookings',
    'GitHub Harbour Bookings',
    'Live Demo Harbour Bookings',
    'Previous project',
    'Next project',
    ...PROJECTS.flatMap((title) => [
      title,
      `GitHub ${title}`,
      `Live Demo ${title}${title.includes('in progress') ? ' (soon)' : ''}`,
    ]),
    'Download Resume',
    'Download Resume, DOCX',
    'Download Resume, TXT',
    'hello@example.com',
    'Save contact',
    'Name',
    'E-mail',
    'Subject',
    'Message',
    'I’m not a robot',
    'Send message',
    'Back to top',
    'hello@example.com',
    'LinkedIn',
    'GitHub',
    'How it is made',
  ])
})

test('the Tab key does not scroll the page within the header', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  await page.evaluate(() => window.scrollTo({ top: 1600, behavior: 'instant' }))
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => window.scrollY)).toBe(1600)
  }
})

test('the skip link skips the header', async ({ page }) => {
  await open(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Pause the typed line' })).toBeFocused()
})

test('the menu closes when the focus leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  await page.getByRole('button', { name: 'Menu' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('navigation')
  const links = menu.getByRole('link')
  await expect(links.first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(links.first()).toBeFocused()
  while ((await menu.locator(':focus').count()) > 0) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Theme')).toBeFocused()
  await expect(links.first()).toBeHidden()
})

test('targets are at least 44 px high, or links within a sentence', async ({ page }) => {
  await open(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const small = await page
      .locator('a:visible, button:visible')
      .evaluateAll((elements) =>
        elements
          .filter((element) => element.getBoundingClientRect().height < 44)
          .map((element) => element.textContent),
      )
    expect(small).toEqual(['Skip to content'].filter((text) => small.includes(text)))
  }
})

test('prints every section and every project, with the URLs of links', async ({ page }) => {
  await open(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Choir Library (work in progress)').last()).toBeVisible()
  await expect(page.locator('#contact form')).toBeHidden()
  await expect(page.getByText('Tell me what you have in mind.')).toBeVisible()
  expect(await overflow(page)).toBe(0)
  const address = await page
    .locator('#portfolio a[target]')
    .first()
    .evaluate((link) => getComputedStyle(link, '::after').content)
  expect(address).toContain('https://github.com')
})

/** The horizontal overflow of the page, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

/** The focused element, whether it is in view below the header, and whether it is outlined. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { left, top, bottom, width } = element.getBoundingClientRect()
    const label = element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`)
    const header = document.querySelector('header')
    const isInHeader = header?.contains(element) || element.textContent === 'Skip to content'
    const limit = isInHeader ? 0 : (header?.getBoundingClientRect().bottom ?? 0)
    // Browsers scroll the caret of a text into view, which stands in its first line.
    const end = element instanceof HTMLTextAreaElement ? top + 48 : bottom
    const hit = document.elementFromPoint(left + width / 2, (top + end) / 2)
    return {
      name: element.getAttribute('aria-label') ?? label?.textContent?.trim() ?? element.textContent,
      inView:
        top >= limit - 1 &&
        end <= window.innerHeight &&
        (element.contains(hit) || hit?.contains(element) === true),
      outlined: getComputedStyle(element).outlineStyle === 'solid',
    }
  })
}

// Screen reader output: the browser's accessibility tree, and live region announcements.

test('nothing is announced before an interaction', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  for (const path of ['/', '/#contact', '/#:~:text=within%20two%20working%20days']) {
    await page.goto('about:blank')
    await page.goto(gateway.url + path)
    await hydrated(page)
    await approach(page)
    await name(page).focus()
    await expect(page.getByRole('checkbox')).toBeVisible()
    expect(await said(), path).toEqual([])
    const regions = await page.locator('[aria-live]').allInnerTexts()
    expect(regions.length).toBeGreaterThan(2)
    expect(regions.join('')).toBe('')
  }
})

test('landmarks, sections, images and empty live regions are in the tree as they are named', async ({
  page,
  gateway,
}) => {
  await openForm(page, gateway)
  const tree = await readTree(page)
  const named = (roles: RegExp) => tree.filter(({ role }) => roles.test(role))
  // The message of the berth board has a text. The toasts and the notice have none.
  expect(named(/status|alert|log/)).toHaveLength(1)
  await expect(page.getByRole('region', { name: 'Notices' })).toHaveCount(0)
  expect(
    named(/^region$/)
      .map((node) => node.name)
      .sort(),
  ).toEqual([
    'About',
    'Contact',
    'Hobbies',
    'Maja Zielińska',
    'Portfolio',
    'Projects',
    'Selected work',
    'Summary',
  ])
  const images = named(/^(image|img|graphics)/)
  expect(images.length).toBeGreaterThan(2)
  expect(images.filter((node) => !node.name)).toEqual([])
  const sections = page.locator('main > section[id]')
  expect(
    await sections.evaluateAll((all) => all.map(({ id, ariaLabel }) => [id, ariaLabel])),
  ).toEqual([
    ['hero', 'Maja Zielińska'],
    ['about', 'About'],
    ['services', 'Hobbies'],
    ['portfolio', 'Portfolio'],
    ['resume', 'Summary'],
    ['contact', 'Contact'],
  ])
  // Firefox reports a form with an empty required field as invalid otherwise, before the name of its first field.
  await expect(page.locator('form')).toHaveAttribute('aria-invalid', 'false')
})

test('the gallery position is readable, and announced when it moves', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(gateway.url)
  await hydrated(page)
  const read = async () =>
    (await readTree(page)).filter((node) => / of 6$/.test(node.name)).map((node) => node.name)
  expect(await read()).toEqual(['1–3 of 6'])
  await page.getByRole('button', { name: 'Next project' }).click()
  expect(await read()).toEqual(['2–4 of 6'])
  await page.getByRole('button', { name: 'Next project' }).click()
  expect(await read()).toEqual(['3–5 of 6'])
  expect(await said()).toEqual(['2–4 of 6', '3–5 of 6'])
})

test('the text of a link is its name, with the spaces in it', async ({ page, gateway }) => {
  await page.goto(gateway.url)
  await hydrated(page)
  await page.getByRole('heading', { name: 'Contact' }).scrollIntoViewIfNeeded()
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  const known = new Map(nodes.map((node) => [node.nodeId, node]))
  const textOf = (id: string): string => {
    const node = known.get(id)
    if (node?.role?.value === 'StaticText') return String(node.name?.value)
    return node?.childIds?.map(textOf).join('') ?? ''
  }
  const links = nodes.filter(({ ignored, role }) => !ignored && role?.value === 'link')
  const texts = links.map(({ nodeId, name }) => [String(name?.value), textOf(nodeId).trim()])
  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter(([name, text]) => text !== '' && name !== text)).toEqual([])
})

test('theme and pause announce their states under constant names', async ({ page, gateway }) => {
  await page.goto(gateway.url)
  await hydrated(page)
  for (const theme of ['System', 'Dark', 'Light', 'System']) {
    await page.getByLabel('Theme', { exact: true }).selectOption(theme)
    const tree = await readTree(page)
    expect(tree).toContainEqual(
      expect.objectContaining({ role: 'combobox', name: 'Theme', value: theme }),
    )
  }
  const toggle = page.getByRole('button', { name: 'Pause the typed line', exact: true })
  for (const pressed of ['false', 'true', 'false']) {
    await expect(toggle).toHaveAttribute('aria-pressed', pressed)
    await toggle.click()
  }
})

type TreeNode = { role: string; name: string; value: string }

/** The accessibility tree that Chromium exposes to screen readers. */
async function readTree(page: Page): Promise<TreeNode[]> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, value }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ''),
      value: String(value?.value ?? ''),
    }))
    .filter(({ role }) => role !== 'InlineTextBox')
}

// Compares Chromium's accessibility tree, and what the live regions announce, with the files in
// accessibility-tree/. After an intended change: npx playwright test accessibility --update-snapshots

/** The time where the owner is, in the footer. */
const LOCAL_TIME = /\d+:\d\d [AP]M/
const RECEIPT_NUMBER = /[\dA-F]{4}-[\dA-F]{4}/

test('the accessibility tree: the page', async ({ page }) => {
  await open(page)
  await expectTree(page.locator('body'), 'page')
})

test('the accessibility tree: the form with errors', async ({ page, gateway }) => {
  const announcements = await recordAnnouncements(page)
  await openForm(page, gateway)
  await email(page).fill('ada')
  await expect(page.getByRole('checkbox')).toBeVisible()
  await button(page).click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await expectTree(page.locator('#contact'), 'form-errors', await announcements())
})

test('the accessibility tree: the form that was sent', async ({ page, gateway }) => {
  const announcements = await recordAnnouncements(page)
  await page.clock.setFixedTime(new Date('2026-11-25T08:41:00Z'))
  await openForm(page, gateway)
  await fill(page)
  await solve(page)
  await button(page).click()
  await expect(page.locator('[data-notice="sent"]')).toBeVisible()
  await expectTree(page.locator('#contact'), 'form-sent', await announcements())
})

test('the accessibility tree: the carousel at its end', async ({ page }) => {
  const announcements = await recordAnnouncements(page)
  await open(page)
  const next = page.getByRole('button', { name: 'Next project' })
  while (await next.isEnabled()) await next.click()
  await expectTree(page.locator('#portfolio'), 'carousel', await announcements())
})

test('the accessibility tree: the story of a project', async ({ page }) => {
  await page.goto(`${siteOf()}/projects/harbour-bookings/`)
  await expectTree(page.getByRole('main'), 'story')
})

/** Compares the tree of an element, and what was announced, with a file in accessibility-tree/. */
async function expectTree(root: Locator, name: string, announcements?: string[]) {
  const lines = announcements?.map((text) => `- announced: ${text}`) ?? []
  const text = `${[await root.ariaSnapshot(), ...lines].join('\n')}\n`
  const stable = text.replace(LOCAL_TIME, '9:41 AM').replace(RECEIPT_NUMBER, '0A1B-2C3D')
  expect(stable).toMatchSnapshot(`${name}.txt`)
}
