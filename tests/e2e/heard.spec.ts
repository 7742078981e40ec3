import type { Page } from '@playwright/test'
import {
  approach,
  button,
  email,
  expect,
  fill,
  name,
  notice,
  openForm,
  solve,
  test,
  toasts,
} from './contact.ts'
import { hydrated, recordAnnouncements } from './site.ts'

// Screen reader output: the browser's accessibility tree, and live region announcements.

test('nothing is announced before an interaction', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  for (const path of ['/', '/#contact', '/#:~:text=within%20two%20working%20days']) {
    await page.goto('about:blank')
    await page.goto(gateway.url + path)
    await hydrated(page)
    await expect(page.locator('html')).not.toHaveAttribute('data-defer')
    await approach(page)
    await name(page).focus()
    await expect(page.getByRole('checkbox')).toBeVisible()
    expect(await said(), path).toEqual([])
    const regions = await page.locator('[aria-live]').allInnerTexts()
    expect(regions.length).toBeGreaterThan(2)
    expect(regions.join('')).toBe('')
  }
})

test('an empty live region is not in the accessibility tree', async ({ page, gateway }) => {
  await openForm(page, gateway)
  expect((await readTree(page)).filter(({ role }) => /status|alert|log/.test(role))).toEqual([])
  await expect(page.getByRole('region', { name: 'Notices' })).toHaveCount(0)
})

test('every section has an accessible name that does not depend on rendered content', async ({
  page,
  gateway,
}) => {
  await page.goto(gateway.url)
  const sections = await page.locator('main section[id]').evaluateAll((elements) =>
    elements.map((element) => {
      // On a first visit most headings are deferred, so they provide no name at first.
      const isNamedByHeading = element.hasAttribute('aria-labelledby')
      return [element.id, isNamedByHeading ? undefined : element.getAttribute('aria-label')]
    }),
  )
  expect(sections).toEqual([
    ['hero', 'Maja Zielińska'],
    ['about', 'About'],
    ['services', 'Hobbies'],
    ['portfolio', 'Portfolio'],
    ['resume', 'Summary'],
    ['contact', 'Contact'],
  ])
})

test('landmarks and images have accessible names', async ({ page, gateway }) => {
  await openForm(page, gateway)
  const tree = await readTree(page)
  const landmarks = tree.filter(({ role }) => role === 'region').map((node) => node.name)
  expect(landmarks.sort()).toEqual([
    'About',
    'Contact',
    'Hobbies',
    'Maja Zielińska',
    'Portfolio',
    'Projects',
    'Summary',
  ])
  const images = tree.filter(({ role }) => /^(image|img|graphics)/.test(role))
  expect(images.length).toBeGreaterThan(2)
  expect(images.filter((node) => !node.name)).toEqual([])
})

test('no field and no captcha is aria-invalid before an error', async ({ page, gateway }) => {
  await openForm(page, gateway)
  await name(page).focus()
  const box = page.getByRole('checkbox')
  for (const field of [name(page), email(page), box]) {
    await expect(field).toHaveAttribute('aria-invalid', 'false')
  }
  await solve(page)
  await expect(box).toHaveAttribute('aria-invalid', 'false')
  await button(page).click()
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true')
})

test('the captcha announces its verification and the result', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  await openForm(page, gateway)
  await fill(page)
  await solve(page)
  await expect.poll(said).toEqual(['Checking…', 'Checked'])
})

test.describe('a result is announced once', () => {
  test.use({ variant: 'no captcha', allowed: /Failed to load resource/ })

  test('when sent and when failed', async ({ page, gateway }) => {
    gateway.replies = [
      { status: 200, text: 'OK' },
      { status: 429, text: '' },
    ]
    const said = await recordAnnouncements(page)
    await openForm(page, gateway)
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveText('Message sent successfully!')
    expect(await said()).toEqual([
      'Sending…',
      'Thank you. Your message has arrived, and I will answer you by e-mail.',
    ])
    await fill(page)
    await button(page).click()
    await expect(toasts(page)).toHaveText('Failed to send message. Please try again later.')
    expect((await said()).slice(2)).toEqual([
      'Sending…',
      expect.stringMatching(/^Too many messages came in a short time\..* Or write to maja@/),
    ])
  })
})

test('a missing captcha is announced once', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  await openForm(page, gateway)
  await fill(page)
  await button(page).click()
  await expect(toasts(page)).toHaveText('Please complete the captcha challenge')
  await expect(notice(page)).toBeVisible()
  expect(await said()).toEqual(['Please complete the captcha challenge above, then send again.'])
})

test('the gallery position is readable, and announced when it moves', async ({ page, gateway }) => {
  const said = await recordAnnouncements(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(gateway.url)
  await hydrated(page)
  const read = async () =>
    (await readTree(page)).filter((node) => / of 5$/.test(node.name)).map((node) => node.name)
  expect(await read()).toEqual(['1–3 of 5'])
  await page.getByRole('button', { name: 'Next project' }).click()
  expect(await read()).toEqual(['2–4 of 5'])
  await page.getByRole('button', { name: 'Next project' }).click()
  expect(await read()).toEqual(['3–5 of 5'])
  expect(await said()).toEqual(['2–4 of 5', '3–5 of 5'])
})

test('the theme and pause toggles announce their state under a constant name', async ({
  page,
  gateway,
}) => {
  await page.goto(gateway.url)
  await hydrated(page)
  for (const name of ['Dark theme', 'Pause the typed line']) {
    const toggle = page.getByRole('button', { name, exact: true })
    for (const pressed of ['false', 'true', 'false']) {
      await expect(toggle).toHaveAttribute('aria-pressed', pressed)
      await toggle.click()
    }
  }
})

type TreeNode = { role: string; name: string }

/** The accessibility tree that Chromium exposes to screen readers. */
async function readTree(page: Page): Promise<TreeNode[]> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? '') }))
    .filter(({ role }) => role !== 'InlineTextBox')
}
