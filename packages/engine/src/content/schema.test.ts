import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { portfolioSchema } from './schema.ts'

const SAMPLE = join(import.meta.dirname, '../../content/portfolio.sample.yaml')

/** The fields that are refused in the sample with a change. */
function refused(change: (content: ReturnType<typeof parse>) => void): string[] {
  const content = parse(readFileSync(SAMPLE, 'utf8'))
  change(content)
  const { error } = portfolioSchema.safeParse(content)
  return [...new Set((error?.issues ?? []).map(({ path }) => path.join('.')))]
}

test.each([
  ['en-a', ['site.language']],
  ['x', ['site.language']],
  ['pt-BR', []],
])('a language that dates cannot be put into is refused: %s', (code, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.site.language = code
  }
  expect(refused(change)).toEqual(fields)
})

test.each([
  ['menu', ['sections.0.id']],
  ['contact', ['sections.0.id']],
  ['icon-x', ['sections.0.id']],
  ['talks-heading', ['sections.0.id']],
  ['talks', []],
])('a section is refused whose address the page has already: %s', (id, fields) => {
  const section = { id, menu: 'M', heading: 'H', text: ['T'] }
  const change = (content: ReturnType<typeof parse>) => {
    content.sections = [section]
  }
  expect(refused(change)).toEqual(fields)
})

test.each([
  ['https://u:p@site.test/', ['site.url']],
  ['https://site.test/?a=1', ['site.url']],
  ['https://site.test/#a', ['site.url']],
  ['https://site.test/portfolio', []],
])('a site address is a place and nothing else: %s', (url, fields) => {
  const change = (content: ReturnType<typeof parse>) => {
    content.site.url = url
  }
  expect(refused(change)).toEqual(fields)
})

test('a list may be deleted whole, as its advice says', () => {
  const change = (content: ReturnType<typeof parse>) => {
    delete content.about.figures
    delete content.resume.skills.entries
    delete content.resume.education.entries
  }
  expect(refused(change)).toEqual([])
})
