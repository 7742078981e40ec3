import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
import { test as base } from './contact.ts'

/** The oldest Chromium that the page is made for, and one between that and today. */
export const VERSIONS = ['109', '119'] as const

type Version = (typeof VERSIONS)[number]

/** Starts each version at most once. */
type Launch = (version: Version) => Promise<Browser>

/** A test in an old Chromium. npm's packages have it for Linux on x64. */
export const test = base.extend<{ version: Version }, { launch: Launch }>({
  version: ['109', { option: true }],
  launch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'old-chromium-'))
      const started = new Map<Version, Promise<Browser>>()
      await use((version) => {
        const browser = started.get(version) ?? start(version, folder)
        started.set(version, browser)
        return browser
      })
      for (const browser of started.values()) await (await browser).close()
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  context: async ({ launch, version, viewport, colorScheme, javaScriptEnabled }, use) => {
    const browser = await launch(version)
    const context = await browser.newContext({
      viewport,
      ...(colorScheme && { colorScheme }),
      ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
    })
    await use(context)
    await context.close()
  },
})

function start(version: Version, folder: string): Promise<Browser> {
  const module = fileURLToPath(import.meta.resolve(PACKAGES[version]))
  const executablePath = join(folder, version)
  const packed = readFileSync(join(dirname(module), '../bin/chromium.br'))
  writeFileSync(executablePath, brotliDecompressSync(packed))
  chmodSync(executablePath, 0o755)
  const args = ['--headless', '--no-sandbox', '--no-zygote', '--disable-gpu']
  return chromium.launch({ executablePath, args })
}

const PACKAGES = { 109: 'chromium-109', 119: 'chromium-119' }
