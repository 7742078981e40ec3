import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ASTRO, PACKAGE } from '../fixtures/folders.ts'
import { createSite, type Site } from '../fixtures/owner-site.ts'
import { expect, HYDRATED, HYDRATED_FORM, test } from './site.ts'

type DevServer = Awaited<ReturnType<typeof startDevServer>>

/** Starts `astro dev` in the folder of a site. */
async function startDevServer(site: Site) {
  const { child, ended, until, said } = site.start([
    process.execPath,
    ASTRO,
    'dev',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
  ])
  return {
    url: await until(/Local +(http:\S+)/),
    said,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

// On the first request Vite optimizes React, and some changes start the server again: 17 s on a busy machine.
test.slow()
// Serial, on one server. The tests that no reload may meet come before those that change the content.
test.describe.configure({ mode: 'default' })
// Content with errors is answered with the status 500.
test.use({ allowed: /status of 500/ })
const slowExpect = expect.configure({ timeout: 120_000 })

let site: Site
let server: DevServer
let url: string

test.beforeAll(async ({ browser }) => {
  site = createSite()
  const file = join(site.content, 'portfolio.yaml')
  const good = readFileSync(file, 'utf8')
  writeFileSync(file, good.replace('phrases:', 'frases:'))
  server = await startDevServer(site)
  url = server.url
  // A server that was started with invalid content shows its errors until it has started again, and no page without images.
  // The page stays open meanwhile: Vite keeps an error that no page is there to receive, and sends it to the next one.
  const page = await browser.newPage()
  expect((await page.goto(url))?.status()).toBe(500)
  await slowExpect(page.locator('vite-error-overlay')).toContainText('hero.frases')
  writeFileSync(file, good)
  const picture = page.locator('img[src*="?origWidth="]').first()
  await slowExpect(picture).toBeAttached()
  // All that Vite optimizes has been requested, so that it reloads no page later. Then it reloads this one, maybe at its top.
  await expect(async () => {
    await page.locator('#contact form').hover()
    await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  }).toPass({ timeout: 240_000 })
  await expect(page.locator('vite-error-overlay')).toHaveCount(0)
  await page.close()
})

test.afterEach(async ({ page }) => {
  // An open page would keep polling for its server.
  await page.close()
})

test.afterAll(async () => {
  await server.stop()
  site.remove()
})

test('the form keeps its state across a hot update that re-runs its effects', async ({ page }) => {
  await openPage(page)
  await page.locator('#contact form').hover()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ada')
  await expect(page.locator(HYDRATED_FORM)).toBeAttached()
  const draft = () => page.evaluate(() => sessionStorage.getItem('/draft'))
  const before = await draft()
  for (const file of ['ContactForm.tsx', 'draft.ts']) {
    // React Refresh re-runs all effects after a hot update. A new mtime triggers one.
    await refresh(page, join(PACKAGE, 'components/ContactForm', file))
    await expect(name).toHaveValue('Ada')
    expect(await draft()).toBe(before)
  }

  await page.getByLabel('E-mail', { exact: true }).fill('ada@example.com')
  await page.getByRole('checkbox').click()
  await slowExpect(page.getByRole('checkbox', { name: 'Checked' })).toBeChecked()
  await page.getByRole('button', { name: 'Send message' }).click()
  await slowExpect(page.locator('[data-notice="sent"]')).toBeVisible()
})

test('a change of other styles does not reload the page', async ({ page }) => {
  const theme = join(site.content, 'theme.css')
  await openPage(page)
  await page.evaluate(() => document.body.setAttribute('data-seen', ''))
  writeFileSync(theme, `${readFileSync(theme, 'utf8')}\nbody { outline: 3px solid; }\n`)
  await slowExpect(page.locator('body')).toHaveCSS('outline-width', '3px')
  await expect(page.locator('body')).toHaveAttribute('data-seen')
})

test('another hue updates the resume and the card, and one in theme.css is reported', async ({
  page,
  request,
}) => {
  const theme = join(site.content, 'theme.css')
  const good = readFileSync(theme, 'utf8')
  const portfolio = join(site.content, 'portfolio.yaml')
  const made = ['RewardResume.pdf', 'social-card.png']
  const read = async (file: string) => {
    const answer = await request.get(`${url}${file}`)
    expect(answer.headers()['content-type']).not.toContain('text/html')
    return answer.body()
  }
  const before = await Promise.all(made.map(read))
  await openPage(page)
  writeFileSync(
    portfolio,
    readFileSync(portfolio, 'utf8').replace(/^site:\n/m, 'site:\n  hue: 20\n'),
  )
  for (const [place, file] of made.entries()) {
    // While the server starts again, it refuses connections.
    await expect(async () =>
      expect((await read(file)).equals(before[place] as Buffer)).toBe(false),
    ).toPass({ timeout: 120_000 })
  }
  // The resume follows the content at once, the page when the server has started again.
  await slowExpect(page.locator('html')).toHaveCSS('--hue', '20')

  const overlay = page.locator('vite-error-overlay')
  await save(theme, ':root { --hue: 20 }', () => expect(overlay).toContainText('hue: 165'))
  await save(theme, good, () => expect(overlay).toHaveCount(0))
})

test('reloads changed content, shows an error in an overlay, and recovers when it is fixed', async ({
  page,
}) => {
  const { file, good } = await openWithContent(page)

  await reloaded(page, () => writeFileSync(file, good.replace('Hi There!', 'Good morning!')))
  await slowExpect(page.getByText('Good morning!')).toBeVisible()

  const overlay = page.locator('vite-error-overlay')
  const line = good.split('\n').findIndex((text) => text.includes('greeting:')) + 1
  await save(file, good.replace('greeting:', 'greting:'), async () => {
    await expect(overlay).toContainText(`portfolio.yaml:${line}:3  hero.greting`)
    await expect(overlay).toContainText('did you mean  greeting')
  })
  await save(file, good, async () => {
    await expect(overlay).toHaveCount(0)
    await expect(page.getByText('Hi There!')).toBeVisible()
  })
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
})

test('reports an error in the content once a request', async ({ page }) => {
  const { file, good } = await openWithContent(page)
  // An open page would request it as well.
  await page.goto('about:blank')
  writeFileSync(file, good.replace('greeting:', 'greding:'))
  await expect.poll(async () => (await fetch(url)).status).toBe(500)
  const reports = () => server.said().match(/unknown field "greding"/g)?.length
  await expect.poll(reports).toBeGreaterThan(0)
  await page.waitForTimeout(1000)
  const before = Number(reports())
  await fetch(url)
    .then((response) => response.text())
    .catch(() => '')
  await page.waitForTimeout(1000)
  expect(reports()).toBe(before + 1)
  writeFileSync(file, good)
  await expect.poll(async () => (await fetch(url)).status).toBe(200)
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
  await save(file, changed.replace(/title: .+/, 'title: Another name'), () =>
    expect(page).toHaveTitle('Another name'),
  )
  await slowExpect(
    page.getByRole('heading', { name: 'Bookings of harbours' }).first(),
  ).toBeVisible()
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
  await expect(body).not.toHaveAttribute('data-seen')
  await slowExpect.poll(scrollPosition).toBe(before)
})

test('shows a new image as it is, and reports an invalid one', async ({ page }) => {
  const picture = join(site.content, 'images/shop.png')
  const { file, good } = await openWithContent(page)
  const overlay = page.locator('vite-error-overlay')
  const shown = (name: string) => async () => {
    await expect(overlay).toHaveCount(0)
    await expect(page.locator(`#portfolio img[src*="${name}"]`).first()).toBeAttached()
  }
  writeFileSync(picture, 'a word')
  await save(file, good.replace('images/harbour.svg', 'images/shop.png'), () =>
    expect(overlay).toContainText('"images/shop.png", which cannot be read'),
  )
  const create = { width: 720, height: 450, channels: 3, background: 'teal' } as const
  await save(picture, await sharp({ create }).png().toBuffer(), shown('shop.png'))

  // Also after the file has been renamed, and was missing meanwhile. Not while Vite sends it: a file that is gone
  // between its `stat` and its `open` ends Vite (the stream of `sirv` has no handler of errors).
  await page.waitForLoadState('networkidle')
  renameSync(picture, join(site.content, 'images/store.png'))
  await save(file, good.replace('images/harbour.svg', 'images/shop.png'), () =>
    expect(overlay).toContainText('images/shop.png'),
  )
  await save(file, good.replace('images/harbour.svg', 'images/store.png'), shown('store.png'))
  writeFileSync(file, good)
})

/** Touches a source file of the page and waits for the hot update. */
async function refresh(page: Page, file: string) {
  const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated'))
  utimesSync(file, new Date(), new Date())
  await updated
}

async function openPage(page: Page) {
  await reloaded(page, () => page.goto(url))
  await slowExpect(page.locator(HYDRATED)).toBeAttached()
}

/**
 * Saves a file until the page shows it. A page that reloads hears of no change, nor of an error, which Astro sends
 * 200 ms after the request to the pages that are connected then: a person saves once more.
 */
async function save(file: string, text: string | Buffer, isShown: () => Promise<void>) {
  await expect(async () => {
    writeFileSync(file, text)
    await isShown()
  }).toPass({ timeout: 240_000 })
}

/** Does what reloads the page, and waits until the page is connected again. */
async function reloaded(page: Page, change: () => unknown) {
  const connected = page.waitForEvent('console', (message) =>
    message.text().includes('[vite] connected'),
  )
  await change()
  await connected
}

/** Opens the page. Returns the content file and its original text. */
async function openWithContent(page: Page) {
  const file = join(site.content, 'portfolio.yaml')
  await openPage(page)
  return { file, good: readFileSync(file, 'utf8') }
}
