import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { diagnosticsAfter, diagnosticsIn, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

const GREETING = 'greeting: Hi There!'

test.each([
  ['@maja', 'text that starts with @'],
  ['%maja', 'text that starts with %'],
  ['*maja*', 'text that starts with *'],
  ['!maja', 'text that starts with !'],
  ['? maja', 'text that starts with ?'],
  ['& maja', 'text that starts with &'],
  ['[maja] and a friend', 'text that starts with ['],
  ['> maja', 'text in the line of | or >'],
  ['- maja', 'the first entry of a list in the line of its field'],
  ['>- maja', 'text in the line of | or >'],
  ['|!', 'text in the line of | or >'],
  ['{name} here', 'text that starts with {'],
  ['["maja" "friend"]', 'a comma too few or too many'],
  ['[maja, , friend]', 'a comma too few or too many'],
  ["'Hi, I'm Maja'", 'an apostrophe in text with single quotes'],
  ['"Maja" and a friend # two', 'text after the quote that ends it'],
  ['"" Maja', 'text after the quote that ends it'],
  ['"Maja "the" friend"', 'text after the quote that ends it'],
  ['"in C:\\Dinge"', 'a backslash in text with double quotes'],
])('a value that YAML cannot parse is reported once, at its line: %s', async (written, found) => {
  expect(await diagnosticsAfter([GREETING, `greeting: ${written}`])).toEqual([
    {
      file: expect.stringMatching(/portfolio\.yaml$/),
      line: lineInSample(GREETING),
      column: expect.any(Number),
      field: '(whole file)',
      found: expect.stringContaining(found),
      expected: expect.stringMatching(/quote|two more spaces/),
    },
  ])
})

test.each<[string, string, string, number, string]>([
  ['a second colon', GREETING, 'greeting: Hi: There! # a comment', 0, 'a second colon'],
  ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'a tab'],
  ['no colon', GREETING, 'greeting Hi!', 0, 'no colon and space'],
  ['no colon after a section', '\nhero:', '\nhero', 1, 'no colon and space'],
  ['no space', GREETING, 'greeting:Hi!', 0, 'no colon and space'],
  ['a field indented too far', GREETING, `  ${GREETING}`, 1, 'not indented like those above'],
  ['an indented section', '\nhero:', '\n hero:', 0, 'not indented like those above'],
  [
    'a duplicate key',
    GREETING,
    `${GREETING}\n  greeting: Hi`,
    1,
    'the field "greeting" twice, the first in line',
  ],
  ['a second YAML document', '\nhero:', '\n---\nhero:', 1, 'a document separator'],
  [
    'Git conflict markers',
    `  ${GREETING}`,
    `<<<<<<< HEAD\n  ${GREETING}\n=======\n  greeting: Hi\n>>>>>>> x`,
    0,
    'a Git conflict marker',
  ],
])('%s is reported once, at its line', async (_, from, to, below, found) => {
  expect(await diagnosticsAfter([from, to])).toMatchObject([
    { found: expect.stringContaining(found), line: lineInSample(from) + below },
  ])
})

test.each([
  ['[Hi There!', 'a [ or { without its end'],
  ['"Hi There!', 'a quote without its end'],
])('what has no end is named: %s', async (written, found) => {
  const [diagnostic] = await diagnosticsAfter([GREETING, `greeting: ${written}`])
  expect(diagnostic?.found).toBe(found)
})

test.each([
  ['%YAML 1.9\n', 'text that starts with %'],
  ['}\n', 'text that starts with }'],
  ['...\n', 'a document separator'],
  ['- a list\n', 'indentation that differs'],
  ['...   - a list\n', '"- a list", which is no YAML here'],
])('a line that ends the content is named, in our words: %j', async (line, found) => {
  const [diagnostic] = await diagnosticsAfter(['\nhero:', `\n${line}hero:`])
  expect(diagnostic?.found).toContain(found)
})

test('a field without a value that is there twice is reported at the second one', async () => {
  const [diagnostic] = await diagnosticsAfter(['  location:\n', '  location:\n  location:\n'])
  expect(diagnostic).toMatchObject({
    line: lineInSample('  location:') + 1,
    found: `the field "location" twice, the first in line ${lineInSample('  location:')}`,
  })
})

test('aliases that repeat each other without an end are reported', async () => {
  const levels = ['a', 'b', 'c', 'd', 'e'].map((name, level, all) => {
    const repeated = level === 0 ? 'x' : `*${all[level - 1]}`
    return `${name}: &${name} [${Array(10).fill(repeated).join(', ')}]`
  })
  const [diagnostic] = await diagnosticsAfter(['\nhero:', `\n${levels.join('\n')}\nhero:`])
  expect(diagnostic?.found).toBe('aliases (*name) that repeat too much')
})

test.each([
  ['latin1', 'a letter that is not UTF-8, after "'],
  ['utf16le', 'a file in UTF-16'],
] as const)(
  'a file in %s is not read, and its owner is told to save it as UTF-8',
  async (encoding, found) => {
    const folder = changedSample()
    const file = join(folder, 'portfolio.yaml')
    const text = readFileSync(file, 'utf8').replace(GREETING, 'greeting: Bücher')
    writeFileSync(file, Buffer.from(text, encoding))
    const [diagnostic, ...others] = await diagnosticsIn(folder)
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      found: expect.stringContaining(found),
      expected: expect.stringContaining('UTF-8'),
    })
  },
)

test('independent syntax errors are reported together, content errors only after them', async () => {
  const diagnostics = await diagnosticsAfter(
    [GREETING, 'greeting: @maja'],
    ['place: based', 'plaze: near: based'],
    ['level: 90', 'level: 190'],
  )
  expect(diagnostics.map(({ line }) => line)).toEqual([
    lineInSample(GREETING),
    lineInSample('place: based'),
  ])
})

test('errors after one that misleads the parser are not reported', async () => {
  const diagnostics = await diagnosticsAfter(
    [GREETING, 'greeting Hi'],
    ['place: based', 'place: @based'],
  )
  expect(diagnostics).toMatchObject([{ line: lineInSample(GREETING) }])
})

test('anchors, aliases and multi-line texts are valid', async () => {
  const diagnostics = await diagnosticsAfter(
    ['text: Reward Codes', 'text: &name Reward Codes'],
    [GREETING, 'greeting: *name'],
    ['place: based in Poland', 'place: "based:\n    in Poland"'],
  )
  expect(diagnostics).toEqual([])
})

test('an alias of a node that contains it is reported at its line', async () => {
  const diagnostics = await diagnosticsAfter(
    ['hero:', 'hero: &hero'],
    [GREETING, 'greeting: *hero'],
  )
  expect(diagnostics).toMatchObject([{ line: lineInSample(GREETING) }])
})

test('a long line with an unusual line break is reported without long backtracking', async () => {
  const long = `${' '.repeat(400)}${'\u2028x'.repeat(3)}`
  const began = process.cpuUsage()
  expect(await diagnosticsAfter([GREETING, long])).toMatchObject([{ line: lineInSample(GREETING) }])
  const { user } = process.cpuUsage(began)
  // It took 17 s with one pattern for the whole line.
  expect(user).toBeLessThan(5_000_000)
})
