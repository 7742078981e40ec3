import { expect, open, test } from './site.ts'

test('sections and menu follow the order in the content', async ({ page }) => {
  await open(page, 'everything')
  const names = ['Portfolio', 'Talks', 'About', 'Writing', 'Resume', 'Contact']
  await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(names)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Portfolio',
    'Talks and Writing',
    'About',
    'Articles',
    'Summary',
    'Contact',
  ])
  await expect(page.locator('#services')).toHaveCount(0)
})

test('a custom section has a menu link and is highlighted', async ({ page }) => {
  await open(page, 'everything')
  const link = page.locator('nav').getByRole('link', { name: 'Talks', exact: true })
  await link.click()
  await expect(page).toHaveURL(/#talks$/)
  await expect(link).toHaveAttribute('aria-current', /.+/)
  await expect(page.locator('#talks li')).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Pages without waiting/ })).toHaveAttribute(
    'target',
    '_blank',
  )
})

test('every resume section is shown', async ({ page }) => {
  await open(page, 'everything')
  await expect(page.locator('#resume h3')).toHaveText([
    'Education',
    'Experience',
    'Volunteering',
    'Certificates',
    'Awards',
    'My Skills',
    'Languages',
  ])
  await expect(page.locator('#resume')).toContainText('Halved the calls.')
  await expect(page.locator('#resume')).toContainText('Polish')
  await expect(page.locator('#resume')).toContainText('PostgreSQL, SQLite')
})

test('line breaks in the content are preserved', async ({ page }) => {
  await open(page, 'everything')
  const texts = await page.locator('#talks p, #resume li li').allInnerTexts()
  expect(texts).toContain('Talks GmbH\nLange Reihe 7\n\nHamburg')
  expect(texts).toContain('How styles\nfind each other.')
  expect(texts).toContain('Halved the calls.\nAnd the mails.')
})

test('entries without details align with the paragraphs', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, 'everything')
  const left = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left)
  expect(await left('#writing h3')).toBe(await left('#writing p'))
  expect(await left('#talks h3')).toBeGreaterThan(await left('#talks p'))
})

for (const width of [1280, 900]) {
  test(`a period with long month names fits one line next to its entry, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, 'german')
    const periods = await page.locator('[data-area="experience"] li > p').evaluateAll((elements) =>
      elements.map((element) => {
        const text = document.createRange()
        text.selectNodeContents(element)
        return {
          lines: text.getClientRects().length,
          right: text.getBoundingClientRect().right,
          next: element.nextElementSibling?.getBoundingClientRect().left ?? 0,
        }
      }),
    )
    expect(periods).toHaveLength(2)
    for (const { lines, right, next } of periods) {
      expect(lines).toBe(1)
      expect(next).toBeGreaterThan(right)
    }
    expect(periods[0]?.next).toBe(periods[1]?.next)
  })
}
