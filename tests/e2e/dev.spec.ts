import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { placeholderFile } from '../../src/artifacts/placeholder.ts'
import { copySampleContent } from '../fixtures/sample-content.ts'
import { type DevServer, startDevServer } from './dev.ts'
import { expect, test } from './site.ts'

// The first request makes the bundler prepare React, which takes its time on a busy machine.
test.slow()
// One after the other, because the servers share the bundler's cache.
test.describe.configure({ mode: 'default' })
const patient = expect.configure({ timeout: 20_000 })

let content: string
let server: DevServer
let url: string

test.beforeEach(async () => {
  content = mkdtempSync(join(tmpdir(), 'reward-codes-dev-'))
  copySampleContent(content)
  server = await startDevServer(content)
  url = server.url
})

test.afterEach(async ({ page }) => {
  // A page left open would look for its server.
  await page.waitForLoadState('networkidle')
  await page.goto('about:blank')
  await server.stop()
  rmSync(content, { recursive: true })
})

test('follows a change of content, tells a fault over the page, and goes on when it is mended', async ({
  page,
}) => {
  const { file, good } = await openWithContent(page)

  writeFileSync(file, good.replace('Hi There!', 'Good morning!'))
  await patient(page.getByText('Good morning!')).toBeVisible()

  writeFileSync(file, good.replace('greeting:', 'greting:'))
  const overlay = page.locator('vite-error-overlay')
  const line = good.split('\n').findIndex((text) => text.includes('greeting:')) + 1
  await patient(overlay).toContainText(`portfolio.yaml:${line}:3  hero.greting`)
  await patient(overlay).toContainText('perhaps  greeting')

  writeFileSync(file, good)
  await patient(overlay).toHaveCount(0)
  await patient(page.getByText('Hi There!')).toBeVisible()
  await patient(themeButton(page)).toBeVisible()
})

test('draws changed words in place, and loads the page anew where more than words has changed', async ({
  page,
}) => {
  const { file, good } = await openWithContent(page)
  const body = page.locator('body')
  await body.evaluate((element) => element.setAttribute('data-seen', ''))

  const changed = good
    .replace('Hi There!', 'Good morning!')
    .replace('title: Harbour Bookings', 'title: Bookings of harbours')
    .replace('title: Web Development', 'title: Development of sites')
  writeFileSync(file, changed)
  for (const words of ['Good morning!', 'Bookings of harbours', 'Development of sites']) {
    await patient(page.getByText(words, { exact: true }).first()).toBeVisible()
  }
  await expect(body).toHaveAttribute('data-seen')

  writeFileSync(file, changed.replace(/title: .+/, 'title: Another name'))
  await patient(page).toHaveTitle('Another name')
  await patient(themeButton(page)).toBeVisible()
  await expect(page.getByText('Development of sites', { exact: true })).toBeVisible()
  await expect(body).not.toHaveAttribute('data-seen')
})

test('tells new advice once, in the terminal and not over the page', async ({ page }) => {
  const { file, good } = await openWithContent(page)
  expect(server.told()).toContain('Search engines and link previews cannot point to a site')

  const long = 'A title that is so long that search results cut it somewhere in here'
  writeFileSync(file, good.replace(/title: .+/, `title: ${long}`))
  await patient(page).toHaveTitle(long)
  await patient.poll(server.told).toContain('Search results and browser tabs cut a title')
  writeFileSync(file, readFileSync(file, 'utf8').replace('Hi There!', 'Good morning!'))
  await patient(page.getByText('Good morning!')).toBeVisible()
  expect(server.told().split('cut a title')).toHaveLength(2)
  await expect(page.locator('vite-error-overlay')).toHaveCount(0)
})

test('shows a new picture in the form that visitors get, and tells what is wrong with one', async ({
  page,
}) => {
  const picture = join(content, 'images/shop.png')
  writeFileSync(picture, 'a word')
  const { file, good } = await openWithContent(page)

  writeFileSync(
    file,
    good.replace('/placeholder/640x400.svg?text=Harbour+Bookings', 'images/shop.png'),
  )
  const overlay = page.locator('vite-error-overlay')
  await patient(overlay).toContainText('"images/shop.png", which is no picture')

  const create = { width: 720, height: 450, channels: 3, background: 'teal' } as const
  writeFileSync(picture, await sharp({ create }).png().toBuffer())
  await patient(overlay).toHaveCount(0)
  const shown = page.locator('#portfolio img').first()
  await shown.scrollIntoViewIfNeeded()
  await patient
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/shop-\w+-320\.avif$/)
  await patient
    .poll(() =>
      shown.evaluate((image: HTMLImageElement) => getComputedStyle(image).backgroundColor),
    )
    .toBe('rgb(0, 128, 128)')
})

test('a change of the theme reaches all that is made of its hue at once, and a wrong one is told', async ({
  page,
  request,
}) => {
  const theme = join(content, 'theme.css')
  const good = readFileSync(theme, 'utf8')
  const drawn = placeholderFile({ width: 640, height: 400, text: 'Harbour Bookings' }).slice(1)
  const made = ['RewardResume.pdf', 'social-card.png', drawn]
  const read = async (file: string) => {
    const answer = await request.get(`${url}${file}`)
    expect(answer.headers()['content-type']).not.toContain('text/html')
    return answer.body()
  }
  const before = await Promise.all(made.map(read))
  await openPage(page)

  writeFileSync(theme, good.replace(/--hue: \d+/, '--hue: 20'))
  for (const [place, file] of made.entries()) {
    await patient.poll(async () => (await read(file)).equals(before[place] as Buffer)).toBe(false)
  }
  await patient
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--hue')),
    )
    .toBe('20')

  writeFileSync(theme, good.replace(/--hue: \d+/, '--hue: green'))
  const overlay = page.locator('vite-error-overlay')
  await patient(overlay).toContainText('--hue')
  writeFileSync(theme, good.replace(/--hue: \d+/, '--hue: 20'))
  await patient(overlay).toHaveCount(0)
})

test('a change of other styles does not load the page anew', async ({ page }) => {
  const theme = join(content, 'theme.css')
  await openPage(page)
  await page.evaluate(() => document.body.setAttribute('data-seen', ''))
  writeFileSync(theme, `${readFileSync(theme, 'utf8')}\nbody { outline: 3px solid; }\n`)
  await patient(page.locator('body')).toHaveCSS('outline-width', '3px')
  await expect(page.locator('body')).toHaveAttribute('data-seen')
})

test('shows every part in every state on the specimen page', async ({ page }) => {
  await page.goto(`${url}specimen`)
  await patient(page.getByRole('region', { name: 'Carousel of 4' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contact form sending' })).toContainText('Sending…')
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
})

async function openPage(page: Page) {
  await page.goto(url)
  await patient(themeButton(page)).toBeVisible()
}

/** With the file that is to be changed, as it was at the start. */
async function openWithContent(page: Page) {
  const file = join(content, 'portfolio.yaml')
  await openPage(page)
  return { file, good: readFileSync(file, 'utf8') }
}

function themeButton(page: Page) {
  return page.getByRole('button', { name: /Switch to/ })
}
