import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { compareScreens, findChromium } from './screenshots.ts'

afterEach(() => vi.unstubAllEnvs())

function site(color: string): string {
  const folder = freshFolder()
  const belowTheFold = '<p style="margin-top: 2000px; content-visibility: auto">'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><body style="background: ${color}; margin: 0">${belowTheFold}`,
  )
  writeFileSync(join(folder, '404.html'), '<p>Not here</p>')
  return folder
}

test('both sites are shown side by side and as a whole, on a phone and on a laptop', async () => {
  const chromium = findChromium()
  if (!chromium) throw new Error('Chromium is needed; npm test installs it.')
  const folder = join(freshFolder(), 'screens')
  const sites = { before: site('#ff0000'), after: site('#0000ff') }
  const temporary = freshFolder()
  vi.stubEnv('TMPDIR', temporary)
  const report = await compareScreens(sites, chromium, folder)
  for (const [name, red] of [
    ['before', 255],
    ['after', 0],
  ] as const) {
    for (const width of [360, 1280]) {
      const picture = `${name}-${width}.png`
      expect(readFileSync(report, 'utf8')).toContain(`src="${picture}"`)
      const image = sharp(join(folder, picture))
      const size = await image.metadata()
      expect(size.width).toBe(width)
      expect(size.height).toBeGreaterThanOrEqual(2000)
      expect((await image.stats()).channels[0]?.mean).toBe(red)
    }
  }
  // The profile of the browser is removed once nothing writes into it.
  await setTimeout(1000)
  expect(readdirSync(temporary).filter((name) => name.startsWith('reward-codes-'))).toEqual([])
})

test('a machine without a browser has none, and CHROMIUM_PATH comes first', () => {
  const empty = freshFolder()
  expect(findChromium({ PATH: empty })).toBeUndefined()
  const named = join(empty, 'my-chromium')
  writeFileSync(named, '', { mode: 0o755 })
  expect(findChromium({ PATH: process.env.PATH, CHROMIUM_PATH: named })).toBe(named)
})

test('a browser that does not start is an error', async () => {
  const sites = { before: site('#ff0000'), after: site('#0000ff') }
  const folder = freshFolder()
  await expect(compareScreens(sites, join(folder, 'missing'), folder)).rejects.toThrow('ENOENT')
  await expect(compareScreens(sites, '/bin/false', folder)).rejects.toThrow('It ended.')
})
