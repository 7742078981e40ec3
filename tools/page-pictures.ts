import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildServer } from 'reward-codes-gateway/server'
import sharp from 'sharp'
import { parseDocument } from 'yaml'
import { pack } from './pack.ts'
import { findProgram } from './programs.ts'

// Draws first screens for the README: our own site in both themes, one of its stories, and the other looks. The site is
// installed from the tarballs of a release, and built as an owner builds one. After a change of the page, run
// `node tools/page-pictures.ts` and commit what it writes.

const ROOT = join(import.meta.dirname, '..')
const VIEWPORT = { width: 1440, height: 720 }

type Picture = { name: string; path?: string; colorScheme?: 'light' | 'dark' }

const site = mkdtempSync(join(tmpdir(), 'reward-codes-pictures-'))
const tarballs = Object.values(pack(join(site, 'tarballs')))
cpSync(join(ROOT, 'site'), site, {
  recursive: true,
  filter: (file) => !/[\\/]site[\\/](?:node_modules|dist|data|\.cache|\.astro)$/.test(file),
})
run('npm', 'install', ...tarballs)
const browser = await chromium.launch({ executablePath: findProgram('CHROMIUM_PATH') ?? '' })
run('npm', 'run', 'build')
await draw([
  { name: 'page-light' },
  { name: 'page-dark', colorScheme: 'dark' },
  { name: 'page-story', path: 'projects/harbour-bookings/' },
])
for (const look of ['editorial', 'terminal']) {
  const file = join(site, 'content/portfolio.yaml')
  const content = parseDocument(readFileSync(file, 'utf8'))
  content.setIn(['site', 'look'], look)
  writeFileSync(file, String(content))
  run('npm', 'run', 'build')
  await draw([{ name: `page-${look}` }])
}
await browser.close()
rmSync(site, { recursive: true })

function run(command: string, ...args: string[]) {
  execFileSync(command, args, { cwd: site, stdio: 'inherit' })
}

async function draw(pictures: Picture[]) {
  const app = buildServer({ site: join(site, 'dist'), root: '/' })
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
