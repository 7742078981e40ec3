import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildServer } from 'reward-codes-gateway/server'
import sharp from 'sharp'
import { set } from 'test-fixtures/change-content.ts'
import { createSite } from 'test-fixtures/owner-site.ts'
import { findProgram } from './programs.ts'

// Draws first screens for the README: our own site in both themes, one of its stories, and the other looks. After a
// change of the page, run `npm run build && node tools/page-pictures.ts` and commit what it writes.

const ROOT = join(import.meta.dirname, '..')
const VIEWPORT = { width: 1440, height: 720 }

type Picture = { name: string; path?: string; colorScheme?: 'light' | 'dark' }

const browser = await chromium.launch({ executablePath: findProgram('CHROMIUM_PATH') ?? '' })
await draw(join(ROOT, 'site/dist'), [
  { name: 'page-light' },
  { name: 'page-dark', colorScheme: 'dark' },
  { name: 'page-story', path: 'projects/harbour-bookings/' },
])
for (const look of ['editorial', 'terminal']) {
  const site = createSite({ change: set('site.look', look) })
  const { exitCode, error } = await site.build()
  if (exitCode !== 0) throw new Error(error)
  await draw(join(site.root, 'dist'), [{ name: `page-${look}` }])
  site.remove()
}
await browser.close()

async function draw(folder: string, pictures: Picture[]) {
  const app = buildServer({ site: folder, root: '/' })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  for (const { name, path = '', colorScheme = 'light' } of pictures) {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' })
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toFile(join(ROOT, `docs/${name}.png`))
  }
  await app.close()
}
