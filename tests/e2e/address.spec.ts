import { approach, solve, test } from './contact.ts'
import { expect, hydrated, siteOf } from './site.ts'

test.use({ variant: 'everything' })

for (const path of ['/', '/portfolio/', '/portfolio']) {
  test(`a site with a base path loads every file at ${path}`, async ({ page, gateway }) => {
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url())
    })
    gateway.checksCaptcha = true
    await page.goto(gateway.url + path)
    await hydrated(page)
    for (const picture of await page.locator('img:visible').all()) {
      await picture.scrollIntoViewIfNeeded()
      const width = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
      await expect.poll(width).not.toBe(0)
    }
    const hasFont = () => document.fonts.check('600 20px "Instrument Sans Narrow"')
    expect(await page.evaluate(hasFont)).toBe(true)
    // The captcha loads its own script, styles and worker.
    await page.getByLabel('Name', { exact: true }).focus()
    await solve(page)
    expect(missing).toEqual([])
  })
}

test('two sites on one origin have their own theme and draft', async ({ page, gateway }) => {
  const name = page.getByLabel('Name', { exact: true })
  const theme = page.getByLabel('Theme')
  // Another site at the root of the same origin.
  await page.route(
    ({ pathname }) => !pathname.startsWith('/portfolio/'),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: `${siteOf()}${pathname}` }) })
    },
  )
  await page.goto(`${gateway.url}/portfolio/`)
  await hydrated(page)
  await theme.selectOption('dark')
  await approach(page)
  await name.fill('Ada')

  await page.goto(gateway.url)
  await hydrated(page)
  await expect(theme).toHaveValue('system')
  await approach(page)
  await expect(name).toHaveValue('')
  await name.fill('Grace')

  await page.goto(`${gateway.url}/portfolio/`)
  await hydrated(page)
  await expect(theme).toHaveValue('dark')
  await approach(page)
  await expect(name).toHaveValue('Ada')
})

test('the resume and the vCard download from below the base path', async ({ page }) => {
  await page.goto(`${siteOf('everything')}/`)
  for (const [link, file] of [
    ['Download Resume', 'RewardResume.pdf'],
    ['Save contact', 'contact.vcf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: link }).first().click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})

test('canonical, og:image and sitemap URLs are absolute, and each answers 200', async ({
  page,
  request,
}) => {
  await page.goto(`${siteOf('everything')}/`)
  const metadata = await page.evaluate(() => ({
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
    image: document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content,
    data: document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  }))
  expect(metadata.canonical).toBe('https://portfolio.test/portfolio/')
  expect(JSON.parse(metadata.data)['@graph'][1].url).toBe('https://portfolio.test/portfolio/')
  const sitemap = await (await request.get(`${siteOf('everything')}/sitemap.xml`)).text()
  const sitemapUrls = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => address)
  const addresses = [metadata.image ?? '', ...sitemapUrls]
  // The social card, and in two languages the page, six stories, the resume in three formats and two legal pages.
  expect(addresses).toHaveLength(25)
  for (const address of addresses) {
    const { pathname } = new URL(address)
    expect((await request.get(new URL(pathname, siteOf('everything')).href)).status()).toBe(200)
  }
})
