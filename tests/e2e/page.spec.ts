import { expect, open, siteOf, test } from './site.ts'

test('the resume downloads as RewardResume.pdf from both places', async ({ page }) => {
  await open(page)
  const links = page.getByRole('link', { name: 'Download Resume' })
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) {
    const download = page.waitForEvent('download')
    await link.click()
    expect((await download).suggestedFilename()).toBe('RewardResume.pdf')
  }
})

test('shows the specified figures, services, skills and entries', async ({ page }) => {
  await open(page)
  await expect(page.locator('#about dd')).toHaveText(['3+', '50+', '35+', '2+'])
  await expect(page.locator('#about dt')).toHaveText([
    'Experience',
    'Happy Clients',
    'Projects Done',
    'Awards Received',
  ])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'About',
    'Hobbies',
    'Portfolio',
    'Summary',
    'Contact',
  ])
  await expect(page.locator('#services h3')).toHaveText([
    'Web Development',
    'Mobile Development',
    'SEO Optimization',
    'System Architecture',
  ])
  await expect(page.locator('[data-area="education"] li')).toHaveCount(1)
  await expect(page.locator('[data-area="experience"] li')).toHaveCount(5)
  const skills = page.locator('[data-area="skills"] li')
  for (const [name, level] of [
    ['HTML', 90],
    ['Node.js', 50],
    ['Scss', 80],
    ['React', 85],
    ['TypeScript', 50],
    ['Svelte', 70],
  ] as const) {
    const skill = skills.filter({ hasText: name })
    await expect(skill).toContainText(`${level}%`)
    const [ground, bar] = await skill
      .locator('rect')
      .evaluateAll((rects) => rects.map((rect) => rect.getBoundingClientRect().width))
    expect((bar ?? 0) / (ground ?? 1)).toBeCloseTo(level / 100, 2)
  }
})

test('a section that the content leaves out is gone with its menu link', async ({ page }) => {
  await open(page, 'bare')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Contact'])
  await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(['Contact'])
  await expect(page.getByRole('link', { name: 'Go to Contact' })).toBeVisible()
})

test.describe('theme', () => {
  test('follows the system', async ({ page }) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await open(page)
      const ground = await page.evaluate(() => getComputedStyle(document.body).colorScheme)
      expect(ground).toBe('light dark')
      await expect(
        page.getByRole('button', { name: `Switch to ${other(scheme)} theme` }),
      ).toBeVisible()
    }
  })

  test('is remembered and set before the first paint', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    // With React held back for ever, only the inline script can have done it.
    await page.route(/assets\/client/, () => {})
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(paper).toBe('dark')
  })

  test('comes where the visitor is first, and nothing of the page moves', async ({ page }) => {
    await open(page)
    await page.evaluate(() => window.scrollTo(0, 1500))
    const places = await page.getByRole('button', { name: 'Switch to dark theme' }).evaluate(
      (button: HTMLElement) =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = []
          const look = () => {
            const { scrollHeight } = document.documentElement
            const tops = [...document.querySelectorAll('h2')].map(
              (heading) => heading.getBoundingClientRect().top,
            )
            seen.push([document.documentElement.dataset.held, scrollHeight, tops].join())
            if (seen.length > 20) resolve(seen)
            else requestAnimationFrame(look)
          }
          look()
          button.click()
        }),
    )
    const held = places.filter((place) => place.startsWith('unseen'))
    expect(held.length).toBeGreaterThan(2)
    expect(new Set(places.map((place) => place.replace('unseen', ''))).size).toBe(1)
    expect(places.at(-1)).not.toContain('unseen')
  })

  test('chosen dark, prints as ink on paper', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await page.emulateMedia({ media: 'print' })
    const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(scheme).toBe('light')
  })

  test('works, unremembered, where storage is blocked', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
    })
    await open(page)
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test.describe('when something breaks', () => {
  test.describe('while rendering', () => {
    test.use({ allowed: /IntersectionObserver|error boundary/i })

    test('a page headed "Unexpected Application Error!" shows a way back', async ({ page }) => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(window, 'IntersectionObserver')
      })
      await page.goto(siteOf())
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Unexpected Application Error!')
      await expect(page.getByRole('main')).not.toContainText(/at |\.js|IntersectionObserver/)
      await expect(page.getByRole('link', { name: 'Reload the page' })).toBeVisible()
      await page.getByRole('link', { name: 'Reload the page' }).click()
      await expect(heading).toBeVisible()
    })
  })

  test.describe('at an unknown address', () => {
    test.use({ allowed: /404/ })

    test('a real page answers, with status 404 and a way back', async ({ page }) => {
      for (const path of [
        '/nothing/here',
        '/assets/none.js',
        '/%E0%A4%A',
        '/..%2f..%2fpackage.json',
      ]) {
        const response = await page.request.get(siteOf() + path)
        expect(response.status()).toBe(404)
      }
      const response = await page.goto(`${siteOf()}/nothing/here`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
      await page.getByRole('link', { name: 'Go to the front page' }).click()
      await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    })
  })
})

function other(theme: 'light' | 'dark') {
  return theme === 'light' ? 'dark' : 'light'
}
