import { approach, solve, test } from './contact.ts'
import { expect, hydrated, siteOf } from './site.ts'

test.use({ variant: 'everything' })

test('a site with a base path loads every file, also at the root and without a slash', async ({
  page,
  gateway,
}) => {
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url())
  })
  gateway.checksCaptcha = true
  for (const path of ['/', '/portfolio']) {
    await page.goto(gateway.url + path)
    await hydrated(page)
  }
  for (const picture of await page.locator('img:visible').all()) {
    await picture.scrollIntoViewIfNeeded()
    const width = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
    await expect.poll(width).not.toBe(0)
  }
  const hasFont = () => document.fonts.check('600 20px "Instrument Sans Narrow"')
  await expect.poll(() => page.evaluate(hasFont)).toBe(true)
  // The captcha loads its own script, styles and worker.
  await page.getByLabel('Name', { exact: true }).focus()
  await solve(page)
  expect(missing).toEqual([])
})

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
