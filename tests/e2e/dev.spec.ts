import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { placeholderFile } from 'reward-codes/internal/exports/placeholder.ts'
import sharp from 'sharp'
import { COMMAND, PAGE_CODE, SITE } from 'test-fixtures/folders.ts'
import { startProgram } from '../fixtures/run-command.ts'
import { copySampleContent } from '../fixtures/sample-content.ts'
import { expect, HYDRATED, test } from './site.ts'

type DevServer = Awaited<ReturnType<typeof startDevServer>>

/** Starts the development server on a content folder, as an owner does. */
async function startDevServer(content: string) {
  const { child, ended, until } = startProgram(
    [process.execPath, COMMAND, 'dev', '--content', content],
    { cwd: SITE, env: { ...process.env, PORT: '0', DATA_DIR: join(content, 'data') } },
  )
  return {
    url: await until(/(http:\S+)(?= \(reloads)/),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

// On the first request the bundler optimizes React, which is slow on a busy machine.
test.slow()
// Serial, on one server. The tests that no reload may meet come before those that change the content.
test.describe.configure({ mode: 'default' })
const slowExpect = expect.configure({ timeout: 20_000 })

let content: string
let server: DevServer
let url: string

test.beforeAll(async () => {
  content = mkdtempSync(join(tmpdir(), 'reward-codes-dev-'))
  copySampleContent(content)
  server = await startDevServer(content)
  url = server.url
})

test.afterEach(async ({ page }) => {
  // An open page would keep polling for its server.
  await page.close()
})

test.afterAll(async () => {
  await server.stop()
  rmSync(content, { recursive: true })
})

test('the form keeps its state across a hot update that re-runs its effects', async ({ page }) => {
  await openPage(page)
  await page.locator('#contact form').hover()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ada')
  await expect(page.locator('form').getByRole('combobox')).toHaveAttribute(
    'aria-haspopup',
    'listbox',
  )
  const id = await page.locator('[name="submission_id"]').inputValue()
  for (const file of ['ContactForm.tsx', 'use-form-controller.ts']) {
    // React Refresh re-runs all effects after a hot update. A new mtime triggers one.
    await refresh(page, join(PAGE_CODE, 'contact', file))
    await expect(name).toHaveValue('Ada')
    await expect(page.locator('[name="submission_id"]')).toHaveValue(id)
  }

  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
  await page.getByRole('checkbox').click()
  await slowExpect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
  await page.getByRole('button', { name: 'Send message' }).click()
  await slowExpect(page.locator('[data-notice="sent"]')).toBeVisible()
})

test('a change of other styles does not reload the page', async ({ page }) => {
  const theme = join(content, 'theme.css')
  await openPage(page)
  await page.evaluate(() => document.body.setAttribute('data-seen', ''))
  writeFileSync(theme, `${readFileSync(theme, 'utf8')}\nbody { outline: 3px solid; }\n`)
  await slowExpect(page.locator('body')).toHaveCSS('outline-width', '3px')
  await expect(page.locator('body')).toHaveAttribute('data-seen')
})

test('a theme change updates every generated file, and an invalid hue is reported', async ({
  page,
  request,
}) => {
  const theme = join(content, 'theme.css')
  const good = readFileSync(theme, 'utf8')
  const drawn = placeholderFile({ width: 640, height: 400, title: 'Harbour Bookings' }).slice(1)
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
    await slowExpect
      .poll(async () => (await read(file)).equals(before[place] as Buffer))
      .toBe(false)
  }
  await slowExpect(page.locator('html')).toHaveCSS('--hue', '20')

  writeFileSync(theme, good.replace(/--hue: \d+/, '--hue: green'))
  const overlay = page.locator('vite-error-overlay')
  await slowExpect(overlay).toContainText('--hue')
  writeFileSync(theme, good.replace(/--hue: \d+/, '--hue: 20'))
  await slowExpect(overlay).toHaveCount(0)
})

test('reloads changed content, shows an error in an overlay, and recovers when it is fixed', async ({
  page,
}) => {
  const { file, good } = await openWithContent(page)

  writeFileSync(file, good.replace('Hi There!', 'Good morning!'))
  await slowExpect(page.getByText('Good morning!')).toBeVisible()

  writeFileSync(file, good.replace('greeting:', 'greting:'))
  const overlay = page.locator('vite-error-overlay')
  const line = good.split('\n').findIndex((text) => text.includes('greeting:')) + 1
  await slowExpect(overlay).toContainText(`portfolio.yaml:${line}:3  hero.greting`)
  await slowExpect(overlay).toContainText('did you mean  greeting')

  writeFileSync(file, good)
  await slowExpect(overlay).toHaveCount(0)
  await slowExpect(page.getByText('Hi There!')).toBeVisible()
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
})

test('changed content reloads the page at its scroll position', async ({ page }) => {
  const { file, good } = await openWithContent(page)
  const body = page.locator('body')
  await body.evaluate((element) => element.setAttribute('data-seen', ''))
  const scrollPosition = () => page.evaluate(() => Math.round(scrollY))
  await page.locator('#portfolio').evaluate((element) => element.scrollIntoView())
  const before = await scrollPosition()
  expect(before).toBeGreaterThan(500)

  const changed = good.replace('title: Harbour Bookings', 'title: Bookings of harbours')
  writeFileSync(file, changed.replace(/title: .+/, 'title: Another name'))
  await slowExpect(page).toHaveTitle('Another name')
  await slowExpect(page.getByRole('heading', { name: 'Bookings of harbours' })).toBeVisible()
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
  await expect(body).not.toHaveAttribute('data-seen')
  expect(await scrollPosition()).toBe(before)
})

test('serves a new image in its optimized formats, and reports an invalid one', async ({
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
  await slowExpect(overlay).toContainText('"images/shop.png", which cannot be read')

  const create = { width: 720, height: 450, channels: 3, background: 'teal' } as const
  writeFileSync(picture, await sharp({ create }).png().toBuffer())
  await slowExpect(overlay).toHaveCount(0)
  const shown = page.locator('#portfolio img').first()
  // The page reloads once the content is valid, which interrupts a script in the page.
  await slowExpect(async () => {
    await shown.scrollIntoViewIfNeeded()
    const source = await shown.evaluate((image: HTMLImageElement) => image.currentSrc)
    expect(source).toMatch(/shop-\w+-720\.avif$/)
  }).toPass()
  await slowExpect(shown).toHaveCSS('background-color', 'rgb(0, 128, 128)')
})

/** Touches a source file of the page and waits for the hot update. */
async function refresh(page: Page, file: string) {
  const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated'))
  utimesSync(file, new Date(), new Date())
  await updated
}

async function openPage(page: Page) {
  await page.goto(url)
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
}

/** Opens the page. Returns the content file and its original text. */
async function openWithContent(page: Page) {
  const file = join(content, 'portfolio.yaml')
  await openPage(page)
  return { file, good: readFileSync(file, 'utf8') }
}
