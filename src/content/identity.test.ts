import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'

const ROOT = join(import.meta.dirname, '../..')

test('no engine source names the person or the brand of the sample', () => {
  const { person, brand } = loadSample()
  const identity = new RegExp([...person.name.split(' '), brand.text].join('|'), 'i')
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css|mjs)$/.test(file) && !file.includes('.test.'))
    .filter((file) => identity.test(readFileSync(join(ROOT, 'src', file), 'utf8')))
  expect(sources).toEqual([])
})
