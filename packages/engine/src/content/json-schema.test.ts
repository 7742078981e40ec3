import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTENT } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { contentSchemaText } from './json-schema.ts'

const FILE = join(CONTENT, 'portfolio.schema.json')

test('the JSON Schema file for editors matches the validation schema', () => {
  // "npm run schema" regenerates the file.
  expect(readFileSync(FILE, 'utf8')).toBe(contentSchemaText())
})

test('every field has a description for editors', () => {
  const undescribed: string[] = []
  walk(JSON.parse(contentSchemaText()), '', undescribed)
  expect(undescribed).toEqual([])
})

type Node = { description?: string; properties?: Record<string, Node>; items?: Node }

function walk(node: Node, path: string, undescribed: string[]) {
  if (!node.description) undescribed.push(path)
  for (const [key, child] of Object.entries(node.properties ?? {})) {
    walk(child, `${path}.${key}`, undescribed)
  }
  if (node.items) walk(node.items, `${path}[]`, undescribed)
}
