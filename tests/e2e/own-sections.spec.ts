import { expect, open, test } from './site.ts'

test('sections stand in the order of the content, and so does the menu', async ({ page }) => {
  await open(page, 'everything')
  const names = ['Portfolio', 'Talks', 'About', 'Resume', 'Contact']
  await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(names)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Portfolio',
    'Talks and Writing',
    'About',
    'Summary',
    'Contact',
  ])
  await expect(page.locator('#services')).toHaveCount(0)
})

test("the owner's own section is reached from the menu and is highlighted", async ({ page }) => {
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

test('all that a resume can hold is shown', async ({ page }) => {
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
