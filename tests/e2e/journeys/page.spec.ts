import type { Page } from '@playwright/test'
import { expect, hydrated, open, siteOf, test } from '../site.ts'

test('shows the specified figures, services, skills and entries, and downloads the resume', async ({
  page,
}) => {
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
  const texts = page.locator('[data-area="experience"] li > p:last-child:visible')
  await expect(texts).toHaveCount(5)
  await expect(texts.last()).toContainText('wrote its first automated tests')
  for (const [name, file, count] of [
    ['Download Resume', 'RewardResume.pdf', 2],
    ['Download Resume, DOCX', 'RewardResume.docx', 1],
    ['Download Resume, TXT', 'RewardResume.txt', 1],
  ] as const) {
    const links = page.getByRole('link', { name, exact: true })
    await expect(links).toHaveCount(count)
    for (const link of await links.all()) {
      const download = page.waitForEvent('download')
      await link.click()
      expect((await download).suggestedFilename()).toBe(file)
    }
  }
})

test('a section that the content omits is removed with its menu link', async ({ page }) => {
  await open(page, 'levels')
  const names = ['About', 'Portfolio', 'Prices', 'Quiz']
  await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(names)
  for (const id of ['services', 'resume', 'contact']) {
    await expect(page.locator(`#${id}`)).toHaveCount(0)
  }
})

test.describe('theme', () => {
  test('follows the system until the visitor chooses, and again after', async ({ page }) => {
    await open(page)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const choice of ['system', other(scheme), 'system']) {
        await page.getByLabel('Theme').selectOption(choice)
        const shown = choice === 'system' ? scheme : other(scheme)
        expect(await themeColours(page)).toEqual({ bar: shown, page: shown })
      }
    }
    await page.getByLabel('Theme').selectOption('dark')
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html'), 'printed').toHaveCSS('color-scheme', 'light')
  })

  test('is stored, and applied before the first paint with its theme-color', async ({ page }) => {
    for (const [scheme, choices] of [
      ['light', ['dark']],
      ['dark', ['light', 'system']],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const choice of choices) {
        await open(page)
        await page.getByLabel('Theme').selectOption(choice)
        // React never loads here, so only the inline script can have set it.
        await page.route(/assets\/client/, () => {})
        await page.reload({ waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const shown = choice === 'system' ? scheme : other(scheme)
        expect(await themeColours(page)).toEqual({ bar: shown, page: shown })
        await page.unroute(/assets\/client/)
        await page.reload()
        await hydrated(page)
        await expect(page.getByLabel('Theme')).toHaveValue(choice)
      }
    }
  })

  test('follows what the visitor chooses in another tab', async ({ page, context }) => {
    await open(page)
    const other = await context.newPage()
    await open(other)
    await other.getByLabel('Theme').selectOption('dark')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByLabel('Theme')).toHaveValue('dark')
  })

  test('is that of the system if the stored one is unknown', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('/theme', 'sepia')
    })
    await open(page)
    await expect(page.getByLabel('Theme')).toHaveValue('system')
    expect(await themeColours(page)).toEqual({ bar: 'light', page: 'light' })
  })
})

test('without scripts, the system decides on the theme', async ({ browser }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ javaScriptEnabled: false, colorScheme })
    await page.goto(siteOf())
    await expect(page.getByLabel('Theme')).toBeHidden()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    const background = await page
      .locator('html')
      .evaluate((root) => getComputedStyle(root).backgroundColor)
    const lightness = Number(/oklch\(([\d.]+)/.exec(background)?.[1])
    expect(lightness > 0.5 ? 'light' : 'dark').toBe(colorScheme)
    await page.close()
  }
})

test.describe('when a page is missing', () => {
  test.describe('at an unknown URL', () => {
    test.use({ allowed: /404/ })

    test('a page with status 404 and a link to the front page is served', async ({ page }) => {
      for (const path of ['/nothing/here', '/assets/none.js', '/..%2f..%2fpackage.json']) {
        const response = await page.request.get(siteOf() + path)
        expect(response.status()).toBe(404)
      }
      const response = await page.goto(`${siteOf()}/nothing/here`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.locator('main svg:has([stroke-dasharray])')).toBeVisible()
      await page.getByRole('link', { name: 'Go to the front page' }).click()
      await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    })
  })
})

/** Whether the browser's toolbar (theme-color) and the page are light or dark. */
function themeColours(page: Page) {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
    const bar = metas.find(({ media }) => matchMedia(media).matches)
    const lightness = (colour: string) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!context) return 'none'
      context.fillStyle = colour
      context.fillRect(0, 0, 1, 1)
      return (context.getImageData(0, 0, 1, 1).data[1] ?? 0) > 128 ? 'light' : 'dark'
    }
    const { backgroundColor } = getComputedStyle(document.documentElement)
    return { bar: lightness(bar?.content ?? ''), page: lightness(backgroundColor) }
  })
}

function other(theme: 'light' | 'dark') {
  return theme === 'light' ? 'dark' : 'light'
}

test.describe('with everything', () => {
  test('sections, menu and resume follow the content, with its line breaks', async ({ page }) => {
    await open(page, 'everything')
    const names = ['Portfolio', 'Voices', 'Talks', 'About', 'Writing', 'Resume', 'Contact']
    await expect(page.locator('nav ul').first().getByRole('link')).toHaveText(names)
    await expect(page.locator('#services')).toHaveCount(0)
    await expect(page.locator('#resume h3')).toHaveText([
      'Experience',
      'Volunteering',
      'Education',
      'Certificates',
      'Awards',
      'My Skills',
      'Languages',
    ])
    for (const text of ['Halved the calls.', 'Polish', 'PostgreSQL, SQLite']) {
      await expect(page.locator('#resume')).toContainText(text)
    }
    const texts = await page.locator('#talks p, #resume li li').allInnerTexts()
    expect(texts).toContain('Talks GmbH\nLange Reihe 7\n\nHamburg')
    expect(texts).toContain('How styles\nfind each other.')
    expect(texts).toContain('Halved the calls.\nAnd the mails.')
    // Several positions at one employer are one entry with the time that they span.
    const employer = page.locator('[data-area="experience"] > ol > li').nth(1)
    await expect(employer.getByRole('heading', { level: 4 })).toHaveText(/^Brightline Studio/)
    await expect(employer.locator('> p')).toHaveText('Feb 2023 – Feb 2025')
    await expect(employer.getByRole('heading', { level: 5 })).toHaveText([
      'Full-Stack Developer',
      'Front-End Developer',
    ])
    await expect(employer.locator('li p').filter({ hasText: '–' })).toHaveText([
      'Jan 2024 – Feb 2025',
      'Feb 2023 – Dec 2023',
    ])
  })
})

test('periods fit one line, at one edge', async ({ page }) => {
  await open(page, 'everything')
  const list = page.locator('[data-area="experience"] > ol')
  for (const width of [1280, 900, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const { edges, lines } = await list.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const dated = [...element.querySelectorAll('p')].filter(
        (text) => getComputedStyle(text).fontVariantNumeric === 'tabular-nums',
      )
      const periods = dated.map((period) => {
        const text = document.createRange()
        text.selectNodeContents(period)
        const { left, right } = text.getBoundingClientRect()
        return { edge: box.width > 480 ? box.right - right : left - box.left, text }
      })
      return {
        edges: periods.map(({ edge }) => Math.round(edge)),
        lines: periods.map(({ text }) => text.getClientRects().length),
      }
    })
    expect(edges).toHaveLength(await list.getByRole('heading').count())
    expect(new Set([...edges, 0]).size, `${width} px`).toBe(1)
    expect(new Set([...lines, 1]).size, `${width} px`).toBe(1)
  }
})
