import type { Page, Request } from '@playwright/test'
import { expect, fill, solve, test } from '../contact.ts'
import { hydrated } from '../site.ts'

const KIB = 1024

/** Transfer size limits in KiB, compressed, without response headers. */
const BUDGET = {
  'the page with the styles of its first screen': 12.98,
  'the first view': 117,
  'the scripts of the first view': 68.5,
  'the scripts of the form and its captcha': 9.6,
}

type Weights = Record<string, number>

test('the page stays within its byte budget', async ({ page, gateway }) => {
  const received = weigh(page, gateway.url)
  await page.goto(gateway.url)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const first = await received()
  await page.mouse.wheel(0, 100_000)
  // Lazy images would count for the form.
  for (const image of await page.locator('img:visible').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
  }
  await fill(page)
  await solve(page)
  const all = await received()

  const weights: Record<keyof typeof BUDGET, number> = {
    'the page with the styles of its first screen': first['index.html'] ?? 0,
    'the first view': total(first),
    'the scripts of the first view': total(scriptsIn(first)),
    'the scripts of the form and its captcha': total(ofForm(all)) - total(ofForm(first)),
  }
  for (const [name, weight] of Object.entries(weights)) {
    const limit = BUDGET[name as keyof typeof BUDGET] * KIB
    expect(weight, name).toBeGreaterThan(1000)
    expect(weight, `${name}, in bytes, of ${JSON.stringify(all)}`).toBeLessThanOrEqual(limit)
  }
})

test('what our own page says of itself is true', async ({ page, context, gateway }) => {
  const received = weigh(page, gateway.url)
  await page.goto(gateway.url)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  const claim = page.locator('footer').getByText(/^This page is its own reference/)
  const [, limit = 0] = /under (\d+) KB, no cookies/.exec((await claim.textContent()) ?? '') ?? []
  const firstView = total(await received())
  expect(firstView).toBeGreaterThan(100_000)
  expect(firstView, 'bytes of the first view').toBeLessThan(Number(limit) * 1000)
  expect(await context.cookies()).toEqual([])
  await page.getByRole('link', { name: 'How it is made' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How this page is made')
})

/** The transferred bytes of each file of the site so far, by name without its hashes. */
function weigh(page: Page, site: string) {
  const finished: Request[] = []
  page.on('requestfinished', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (origin === site && !pathname.startsWith('/api/')) finished.push(request)
  })
  return async () => {
    const weights: Weights = {}
    for (const request of finished) {
      const { pathname } = new URL(request.url())
      const name = pathname.replace('/assets/', '').replace(/\.[\w-]{8}(?=\.\w+$)/, '')
      const { responseBodySize } = await request.sizes()
      // The body size of worker requests is not available.
      if (responseBodySize > 0) weights[name === '/' ? 'index.html' : name] = responseBodySize
    }
    return weights
  }
}

/** The board of our site loads when it is near, which is before or after the first view is complete. */
const ofForm = ({ 'BerthBoard.js': _board, ...others }: Weights) => scriptsIn(others)

const scriptsIn = (weights: Weights) =>
  Object.fromEntries(Object.entries(weights).filter(([name]) => name.endsWith('.js')))

const total = (weights: Weights) => Object.values(weights).reduce((sum, weight) => sum + weight, 0)
