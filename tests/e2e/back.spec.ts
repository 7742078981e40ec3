import { chromium } from '@playwright/test'
import { findProgram } from '../../tools/programs.ts'
import { expect, galleryAt, hydrated, open, readGallery, siteOf, test } from './site.ts'

// Playwright disables the back/forward cache, which the browser of a visitor has.
test('Back from the story of the third card shows that card, from the back/forward cache', async () => {
  const browser = await chromium.launch({
    executablePath: findProgram('WHOLE_CHROMIUM_PATH') ?? '',
    args: ['--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 390, height: 800 },
      reducedMotion: 'reduce',
    })
    await open(page)
    const next = page.getByRole('button', { name: 'Next project' })
    await next.click()
    await next.click()
    const link = page.locator('#portfolio [role="group"] h3 a[href="projects/trail-conditions/"]')
    await expect(link).toBeInViewport()
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.cached = `${persisted}`
      })
    })
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trail Conditions')
    // goBack() waits for a load event, which a page from the cache does not have.
    await page.evaluate(() => void setTimeout(() => history.back()))
    await expect(page).toHaveURL(`${siteOf()}/`)
    await expect(page.locator('html')).toHaveAttribute('data-cached', 'true')
    await hydrated(page)
    await expect(link).toBeInViewport({ ratio: 1 })
    await expect.poll(() => page.evaluate(readGallery)).toEqual(galleryAt(3, 1))
  } finally {
    await browser.close()
  }
})
