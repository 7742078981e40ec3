import { expect, open, siteOf, test } from './site.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('everything is readable, the menu opens, anchors work', async ({ page }) => {
    await page.goto(siteOf())
    for (const text of ['based in Poland', '50+', 'SEO Optimization', 'Choir Library', 'Svelte']) {
      await expect(page.getByText(text).first()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Resume' }).click()
    await expect(page).toHaveURL(/#resume$/)
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeInViewport()
  })

  test('the gallery scrolls, the resume downloads, and no dead button is shown', async ({
    page,
  }) => {
    await page.goto(siteOf())
    const last = page.getByRole('link', { name: /Live Demo Choir Library/ })
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    await expect(page.getByRole('button', { name: /project|theme|typed/i })).toHaveCount(0)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download Resume' }).first().click()
    expect((await download).suggestedFilename()).toBe('RewardResume.pdf')
  })
})

test('nothing shifts while the page loads, not even when the font comes late', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(entry.toJSON())
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route(/woff2/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  for (const width of [320, 360, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([])
  }
})

test('no schema library and no content fault reaches the browser', async ({ request }) => {
  const html = await (await request.get(siteOf())).text()
  const [, client = ''] = /data-scripts="([^" ]+)/.exec(html) ?? []
  const script = await (await request.get(new URL(client, siteOf()).href)).text()
  expect(script).toContain("I'm a Web Developer.")
  expect(script, 'what stands still is in the page already').not.toContain('Harbour Bookings')
  expect(script).not.toMatch(/ZodError|invalid_type|toJSONSchema/)
  expect(script + html, 'the mail address of the resume').not.toContain('maja@example.com')
})

test('the way of sending that the page does not use is in none of its scripts', async ({
  page,
  request,
}) => {
  const scripts: string[] = []
  page.on('request', (asked) => {
    if (asked.url().endsWith('.js')) scripts.push(asked.url())
  })
  await open(page)
  await page.locator('#contact form').hover()
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-haspopup', 'listbox')
  const texts = await Promise.all(scripts.map(async (url) => (await request.get(url)).text()))
  expect(texts.join()).toContain('/email/send-form')
  expect(texts.join()).not.toMatch(/\/email\/send(?!-form)/)
})
