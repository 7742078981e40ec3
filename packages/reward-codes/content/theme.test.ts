import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { contentAssets } from '../images/content-assets.ts'
import { load } from './load.ts'

async function diagnosticsWith(css: string, change?: Parameters<typeof changedSample>[0]) {
  const folder = changedSample(change)
  writeFileSync(join(folder, 'theme.css'), css)
  const loaded = await load(folder, { assets: contentAssets })
  return loaded.ok ? [] : loaded.diagnostics
}

test.each([
  [':root {\n  --hue: 20;\n}', 2, 3],
  ['/* --hue:\n20; */ :root { --hue:20 }', 2, 16],
])('the hue in theme.css is an error that names site.hue: %s', async (css, line, column) => {
  expect(await diagnosticsWith(css)).toMatchObject([
    {
      file: expect.stringMatching(/theme\.css$/),
      line,
      column,
      expected: expect.stringContaining('hue: 165'),
    },
  ])
})

test('a block without its end is an error with its line', async () => {
  expect(await diagnosticsWith('p { margin: 0; }\n:root { --radius: 2px;\n')).toMatchObject([
    {
      file: expect.stringMatching(/theme\.css$/),
      line: 2,
      found: 'Unclosed block, where CSS stops',
    },
  ])
})

test('a theme may use the hue, and may say nothing', async () => {
  expect(await diagnosticsWith(':root { --mine: oklch(0.5 0.1 var(--hue)) }')).toEqual([])
  expect(await diagnosticsWith('/* --hue: 20 */')).toEqual([])
})

test('a hue beyond 360 is an error, which is reported with that of the theme', async () => {
  const found = await diagnosticsWith(':root { --hue: 20 }', set('site.hue', 361))
  expect(found.map(({ file, field }) => [basename(file), field])).toEqual([
    ['portfolio.yaml', 'site.hue'],
    ['theme.css', '--hue'],
  ])
})

test('an error of YAML is reported with that of the theme', async () => {
  const folder = changedSample()
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('greeting: Hi There!', 'greeting: @maja'))
  writeFileSync(join(folder, 'theme.css'), ':root { --hue: 20 }')
  const loaded = await load(folder, { assets: contentAssets })
  expect(loaded.ok ? [] : loaded.diagnostics.map(({ file }) => basename(file))).toEqual([
    'portfolio.yaml',
    'theme.css',
  ])
})
