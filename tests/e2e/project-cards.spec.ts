import { expect, open, test } from './site.ts'

test('project links open in a new tab and say where they lead', async ({ page }) => {
  await open(page)
  const code = page.getByRole('link', { name: 'GitHub Harbour Bookings (opens in a new tab)' })
  const demo = page.getByRole('link', { name: 'Live Demo Harbour Bookings (opens in a new tab)' })
  for (const link of [code, demo]) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('the pictures come from the placeholder service of the site itself', async ({ page }) => {
  await open(page)
  const pictures = page.locator('#portfolio img')
  await expect(pictures).toHaveCount(6)
  await pictures.first().scrollIntoViewIfNeeded()
  await expect
    .poll(() => pictures.first().evaluate((picture: HTMLImageElement) => picture.naturalWidth))
    .toBe(640)
  const drawn = await page.request.get(
    `${new URL(page.url()).origin}/placeholder/300x200.svg?text=A+%26+B`,
  )
  expect(drawn.headers()['content-type']).toBe('image/svg+xml')
  expect(await drawn.text()).toContain('A &#38; B')
})
