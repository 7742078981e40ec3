import { solve, test } from './contact.ts'
import { expect, hydrated, siteOf } from './site.ts'

test.use({ variant: 'below a path' })

for (const path of ['/', '/portfolio/', '/portfolio']) {
  test(`a site whose address has a path is whole at ${path}`, async ({ page, gateway }) => {
    const missing: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) missing.push(response.url())
    })
    gateway.checksCaptcha = true
    await page.goto(gateway.url + path)
    await hydrated(page)
    for (const picture of await page.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded()
      const width = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
      await expect.poll(width).not.toBe(0)
    }
    const hasFont = () => document.fonts.check('600 20px "Instrument Sans Narrow"')
    expect(await page.evaluate(hasFont)).toBe(true)
    // The captcha brings a script, styles and a worker of its own.
    await page.getByLabel('Name', { exact: true }).focus()
    await solve(page)
    expect(missing).toEqual([])
  })
}

test.describe('an unknown address below the path', () => {
  // The browser writes the status of such a page into the console.
  test.use({ allowed: /404/ })

  test('leads home', async ({ page }) => {
    const answer = await page.goto(`${siteOf('below a path')}/portfolio/some/where`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('link', { name: 'Go to the front page' }).click()
    await expect(page).toHaveURL(/\/portfolio\/$/)
  })
})

test('the resume and the contact card are saved from below the path', async ({ page }) => {
  await page.goto(`${siteOf('below a path')}/portfolio/`)
  for (const [link, file] of [
    ['Download Resume', 'RewardResume.pdf'],
    ['Save contact', 'contact.vcf'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: link }).first().click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})

test('search engines and messengers find whole addresses, every one of which answers', async ({
  page,
  request,
}) => {
  await page.goto(`${siteOf('below a path')}/portfolio/`)
  const told = await page.evaluate(() => ({
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
    image: document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content,
    data: document.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
  }))
  expect(told.canonical).toBe('https://portfolio.test/portfolio/')
  expect(JSON.parse(told.data)['@graph'][1].url).toBe('https://portfolio.test/portfolio/')
  const map = await (await request.get(`${siteOf('below a path')}/portfolio/sitemap.xml`)).text()
  const mapped = [...map.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => address)
  const addresses = [told.image ?? '', ...mapped]
  expect(addresses).toHaveLength(3)
  for (const address of addresses) {
    const { pathname } = new URL(address)
    expect((await request.get(siteOf('below a path') + pathname)).status()).toBe(200)
  }
})
