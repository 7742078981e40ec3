import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample, diagnosticsIn, set } from 'test-fixtures/change-content.ts'
import { MISTAKES, SAMPLE_FILE } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { type Document, parse, parseDocument } from 'yaml'
import type { Diagnostic } from './diagnostic.ts'
import { portfolioSchema } from './portfolio-schema.ts'

/** The kinds of mistakes, by what was found and is expected. The first that fits counts. */
const KINDS = {
  unknown: /^unknown field/,
  missing: /^nothing\n/,
  link: /^a link to/,
  unquoted: /\n.*quote it/,
  size: /\n(?:at most|at least|.*at least one)/,
  value: /^/,
}

function kindOf({ found, expected }: Diagnostic) {
  const said = `${found}\n${expected}`
  return Object.entries(KINDS).find(([, pattern]) => pattern.test(said))?.[0]
}

test('each mistake is reported at its line, with its field and the nearest right one', async () => {
  const folder = changedSample()
  const file = join(folder, 'portfolio.yaml')
  cpSync(join(MISTAKES, 'portfolio.yaml'), file)
  mkdirSync(join(folder, 'files'))
  for (const name of ['cv.pdf', 'cv.typ']) writeFileSync(join(folder, 'files', name), '%PDF-')
  const diagnostics = await diagnosticsIn(folder)
  const order = diagnostics.map(({ line, column }) => line * 1000 + column)
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  const reported = Map.groupBy(diagnostics, ({ line }) => line - 1)
  const lines = readFileSync(file, 'utf8').split('\n')
  const marked = lines.map((line, index) => {
    const found = (reported.get(index) ?? []).map((each) => {
      const { field, suggestion } = each
      return [kindOf(each), field, ...(suggestion ? ['->', suggestion] : [])].join(' ')
    })
    const [text = ''] = line.split(' #! ')
    return found.length > 0 ? `${text} #! ${found.join(', ')}` : text
  })
  expect(marked).toEqual(lines)
})

type Values = Record<string, { accepted: unknown[]; rejected: unknown[] }>
const VALUES: Values = parse(readFileSync(join(MISTAKES, 'values.yaml'), 'utf8'))
const SAMPLE = parseDocument(readFileSync(SAMPLE_FILE, 'utf8'))
set('customSections', [{ id: 'a', menuLabel: 'A', heading: 'A', text: 'A' }])(SAMPLE)
set('menu', [{ label: 'A', href: '/' }])(SAMPLE)
set('hero.booking', { label: 'A', url: '/' })(SAMPLE)

test.each(Object.entries(VALUES))('%s has a value that is valid', (field, values) => {
  const judge = (value: unknown) => {
    const content = SAMPLE.clone() as Document
    set(field, value)(content)
    const { error } = portfolioSchema.safeParse(content.toJS())
    return error?.issues.map(({ path }) => path.join('.')) ?? []
  }
  const { accepted, rejected } = values
  expect(accepted.filter((value) => judge(value).length > 0)).toEqual([])
  expect(rejected.filter((value) => !judge(value).some((one) => one.startsWith(field)))).toEqual([])
})
