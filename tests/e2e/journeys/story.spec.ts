import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildServer } from 'reward-codes-gateway/server'
import { MockGateway } from '../../fixtures/mock-gateway.ts'
import { builtSite } from '../../fixtures/sites.ts'
import { expect, fill, solve, subject, test, toasts } from '../contact.ts'
import { driverOf, JOURNEYS, OF_STORIES } from '../journeys.ts'
import { expectPosition, findViolations, hydrated, open, siteOf } from '../site.ts'

const STORY = '/projects/bakery-orders/'

test('the picture and the title of a card lead to its story, and that to the next one', async ({
  page,
}) => {
  await open(page)
  const card = page.locator('article', { hasText: 'Orders for three bakeries' })
  const picture = card.getByRole('img')
  await picture.scrollIntoViewIfNeeded()
  await expect(card.getByRole('link')).toHaveCount(3)
  const { x = 0, y = 0 } = (await picture.boundingBox()) ?? {}
  await page.mouse.click(x + 40, y + 40)
  await expect(page).toHaveURL(siteOf() + STORY)
  await expect(title(page)).toHaveText('Bakery Orders')
  for (const text of ['Three bakeries, one oven', 'started at three', 'GitHub']) {
    await expect(page.getByRole('article')).toContainText(text)
  }
  await page.getByRole('link', { name: 'Next project: Lesson Planner' }).click()
  await expect(title(page)).toHaveText('Lesson Planner')
  await page.getByRole('link', { name: 'Previous project: Bakery Orders' }).click()
  await page.getByRole('link', { name: 'Previous project: Choir Library' }).click()
  await expect(title(page)).toContainText('Choir Library')
  await page.getByRole('navigation').getByRole('link', { name: 'Resume' }).click()
  await expect(page).toHaveURL(`${siteOf()}/#resume`)
})

test('a story loads when the pointer rests on its link, and no other page does', async ({
  page,
}) => {
  await open(page)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Preload.enable')
  const loaded: string[] = []
  browser.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') loaded.push(prefetchUrl)
  })
  const own = page.getByRole('link', { name: 'How it is made' })
  await own.hover()
  await page.waitForTimeout(500)
  const story = page.locator('#portfolio').getByRole('link', { name: /^Bakery Orders/ })
  await story.hover()
  await expect.poll(() => loaded).toEqual([siteOf() + STORY])
  await story.click()
  await expect(title(page)).toHaveText('Bakery Orders')
  expect(
    await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation')
      return entry && Reflect.get(entry, 'deliveryType')
    }),
  ).toBe('navigational-prefetch')
})

test('what the specification names is on the home page, also without the pages of stories', async ({
  page,
}, info) => {
  const site = info.outputPath('site')
  cpSync(await builtSite('shipped'), site, { recursive: true })
  rmSync(join(site, 'projects'), { recursive: true })
  const app = buildServer({ site, root: '/' })
  const gateway = await new MockGateway(await app.listen({ port: 0, host: '127.0.0.1' })).start()
  await page.goto(gateway.url)
  for (const name of ['About', 'Hobbies', 'Portfolio', 'Summary', 'Contact']) {
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  const cards = page.locator('#portfolio [role="group"] article')
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    await expect(card.getByRole('heading')).toHaveCount(1)
    await expect(card.getByRole('img')).toHaveCount(1)
    for (const name of [/^GitHub/, /^Live Demo/]) {
      await expect(card.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    }
  }
  const { [OF_STORIES]: _, ...journeys } = JOURNEYS
  for (const journey of Object.values(journeys)) await journey(driverOf(page), gateway)
  await gateway.stop()
  await app.close()
})

test('Back without the back/forward cache returns to the position of the page', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const left = await readThirdStory(page)
  await page.goBack()
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.dataset.cached)).toBeUndefined()
  await expectPosition(page, left)
})

const PHONE = { width: 390, height: 800 }
const THIRD = '#portfolio [role="group"] h3 a[href="projects/trail-conditions/"]'

/** Moves the carousel to its third card, opens the story of that, and returns the position of the page. */
async function readThirdStory(page: Page): Promise<number> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page)
  const next = page.getByRole('button', { name: 'Next project' })
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await next.click()
  const link = page.locator(THIRD)
  await expect(link).toBeInViewport()
  const left = await page.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.cached = ''
    })
    return scrollY
  })
  await link.click()
  await expect(title(page)).toHaveText('Trail Conditions')
  return left
}

test('a message about a project has its subject, unless the visitor has chosen one', async ({
  page,
  gateway,
}) => {
  await page.goto(gateway.url + STORY)
  await leaveMessage(page)
  await expect(page).toHaveURL(`${gateway.url}/#contact`)
  await expect(page.locator('#contact')).toBeInViewport()
  await fill(page)
  await expect(subject(page)).toHaveValue('Project Collaboration')
  await solve(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(toasts(page)).toHaveText('Message sent successfully!')
  expect(gateway.received[0]?.fields.subject).toEqual(['Project Collaboration'])
  await subject(page).selectOption('Feedback')
  await page.goto(gateway.url + STORY)
  await leaveMessage(page)
  await expect(subject(page)).toHaveValue('Feedback')
})

test('a story has no accessibility violations, and is printed', async ({ page }) => {
  await page.goto(siteOf() + STORY)
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('the oven started at three')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Leave a message' })).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a card leads to its story, and that to the form', async ({ page }) => {
    await page.goto(siteOf())
    await page
      .locator('#portfolio')
      .getByRole('link', { name: /^Bakery Orders/ })
      .click()
    await expect(title(page)).toHaveText('Bakery Orders')
    await page.getByRole('link', { name: 'Leave a message' }).click()
    await expect(page).toHaveURL(`${siteOf()}/#contact`)
    await expect(page.locator('#contact form')).toBeInViewport()
  })
})

async function leaveMessage(page: Page) {
  // The script that chooses the subject loads after the first paint.
  await page.waitForLoadState('networkidle')
  await page.getByRole('article').getByRole('link', { name: 'Leave a message' }).click()
  await hydrated(page)
}

function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
