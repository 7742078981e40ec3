import { expect, open, siteOf, test } from './site.ts'

test('no schema library, content error or static content is in the client bundle', async ({
  request,
}) => {
  const html = await (await request.get(siteOf())).text()
  const [, client = ''] = /data-scripts="([^" ]+)/.exec(html) ?? []
  const script = await (await request.get(new URL(client, siteOf()).href)).text()
  expect(script).toContain("I'm a Web Developer.")
  expect(script, 'what stands still is in the page already').not.toContain('Harbour Bookings')
  expect(script).not.toMatch(/ZodError|invalid_type|toJSONSchema/)
  expect(script + html, 'the mail address of the resume').not.toContain('maja@example.com')
})

test('the scripts do not contain the unused JSON endpoint', async ({ page, request }) => {
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
