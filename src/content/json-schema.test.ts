import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentSchemaText } from './json-schema.ts'

const FILE = join(import.meta.dirname, '../../content/portfolio.schema.json')

test('the schema that editors read is the one that the content is checked with', () => {
  // "npm run schema" writes it anew.
  expect(readFileSync(FILE, 'utf8')).toBe(contentSchemaText())
})

test('every field tells an editor what it is for', () => {
  const silent: string[] = []
  walk(JSON.parse(contentSchemaText()), '', silent)
  expect(silent).toEqual([])
})

type Node = { description?: string; properties?: Record<string, Node>; items?: Node }

function walk(node: Node, path: string, silent: string[]) {
  if (!node.description) silent.push(path)
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    walk(child, `${path}.${key}`, silent)
  }
  if (node.items) walk(node.items, `${path}[]`, silent)
}
