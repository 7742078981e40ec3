import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPortfolio } from './load.ts'

const ROOT = join(import.meta.dirname, '../..')

test('no engine source names the person or the brand of the shipped content', () => {
  const loaded = loadPortfolio(join(ROOT, 'content'))
  if (!loaded.ok) throw new Error('The shipped content has faults.')
  const { person, brand } = loaded.portfolio
  const identity = new RegExp([...person.name.split(' '), brand.text].join('|'), 'i')
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css|mjs)$/.test(file) && !file.includes('.test.'))
    .filter((file) => identity.test(readFileSync(join(ROOT, 'src', file), 'utf8')))
  expect(sources).toEqual([])
})
