import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { expect, test } from 'vitest'
import { contentAssets } from '../images/content-assets.ts'
import { load } from './load.ts'

async function diagnosticsWith(css: string, folder = changedSample()) {
  writeFileSync(join(folder, 'theme.css'), css)
  const loaded = await load(folder, { assets: contentAssets })
  return loaded.ok ? [] : loaded.diagnostics
}

test.each([
  ['the hue, which is site.hue', ':root {\n  --hue: 20;\n}', 2, 3],
  ['the hue after a comment', '/* --hue:\n20; */ :root { --hue:20 }', 2, 16],
  ['a block without its end', 'p { margin: 0; }\n:root { --radius: 2px;\n', 2, 1],
])('%s is an error with its place', async (_, css, line, column) => {
  const file = expect.stringMatching(/theme\.css$/)
  expect(await diagnosticsWith(css)).toMatchObject([{ file, line, column }])
})

test('a theme may use the hue, and may say nothing', async () => {
  expect(await diagnosticsWith(':root { --mine: oklch(0.5 0.1 var(--hue)) }')).toEqual([])
  expect(await diagnosticsWith('/* --hue: 20 */')).toEqual([])
})

test.each([
  ['the content', 'hue: 361'],
  ['YAML', 'hue: @'],
])('an error of %s is reported with that of the theme', async (_, hue) => {
  const folder = changedSample()
  const file = join(folder, 'portfolio.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('site:\n', `site:\n  ${hue}\n`))
  const found = await diagnosticsWith(':root { --hue: 20 }', folder)
  expect(found.map(({ file }) => basename(file))).toEqual(['portfolio.yaml', 'theme.css'])
})
