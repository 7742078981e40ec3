import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildServer } from 'reward-codes-gateway/server'
import sharp from 'sharp'
import { findProgram } from './programs.ts'

// Draws the first screen of our own site in both themes, for the README. After a change of the page, run
// `npm run build && node tools/page-pictures.ts` and commit what it writes.

const ROOT = join(import.meta.dirname, '..')
const VIEWPORT = { width: 1440, height: 720 }
const THEMES = ['light', 'dark'] as const

const app = buildServer({ site: join(ROOT, 'site/dist'), root: '/' })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const browser = await chromium.launch({ executablePath: findProgram('CHROMIUM_PATH') ?? '' })
for (const colorScheme of THEMES) {
  const page = await browser.newPage({ viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  const file = join(ROOT, `docs/page-${colorScheme}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(file)
}
await browser.close()
await app.close()
