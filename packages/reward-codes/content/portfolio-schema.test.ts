import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_FILE, SAMPLE_FOLDER } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { contentSchemaText } from './json-schema.ts'
import { portfolioSchema } from './portfolio-schema.ts'
import { isEmailJs } from './schema/contact.ts'

test.each(['https://api.emailjs.com', 'https://emailjs.com', 'https://eu.api.emailjs.com'])(
  '%s is EmailJS',
  (origin) => {
    expect(isEmailJs(origin)).toBe(true)
  },
)

test.each([
  undefined,
  'https://notemailjs.com',
  'https://emailjs.com.evil.org',
  'https://emailjs-com.example',
])('%s is not EmailJS', (origin) => {
  expect(isEmailJs(origin)).toBe(false)
})

const FILE = join(SAMPLE_FOLDER, 'portfolio.schema.json')

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

test('a name loses characters that no one sees, and keeps those that join letters', () => {
  const content = parse(readFileSync(SAMPLE_FILE, 'utf8'))
  content.person.name = '\u202eAnna\u0000\u200b  می\u200cخواهم\u2069\u001b'
  expect(portfolioSchema.parse(content).person.name).toBe('Anna می\u200cخواهم')
})
