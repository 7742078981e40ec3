import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { diagnosticsAfter, diagnosticsIn, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

const GREETING = 'greeting: Hi There!'

test.each([
  ['@maja', '"@maja", where YAML stops: Plain value cannot start with reserved character @'],
  ['*maja*', '"*maja*", where YAML stops: No anchor'],
  ['!maja', '"!maja", where YAML stops: Unresolved tag'],
  ['? maja', '"? maja", where YAML stops'],
  ['[maja] and a friend', '"and a friend", where YAML stops'],
  ['- maja', '"- maja", where YAML stops'],
  ['>- maja', '"maja", where YAML stops'],
  ['[maja, , friend]', '", friend]", where YAML stops'],
  ["'Hi, I'm Maja'", 'a quote ends too early'],
  ['"Maja" and a friend # two', 'a quote ends too early'],
  ['"Maja "the" friend"', 'a quote ends too early'],
  ['"Hi There!', 'a quote ends too early, or not at all'],
  ['"in C:\\Dinge"', 'a backslash in double quotes'],
  ['Hi: There! # a comment', 'a second colon'],
])('a value that YAML cannot parse is reported once, at its line: %s', async (written, found) => {
  expect(await diagnosticsAfter([GREETING, `greeting: ${written}`])).toEqual([
    {
      file: expect.stringMatching(/portfolio\.yaml$/),
      line: lineInSample(GREETING),
      column: expect.any(Number),
      field: '(whole file)',
      found: expect.stringContaining(found),
      expected: expect.stringContaining('quote'),
    },
  ])
})

test.each<[string, string, string, number, string]>([
  ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'after a tab'],
  ['no colon', GREETING, 'greeting Hi!', 0, '"greeting Hi!", where YAML stops'],
  ['no colon after a section', '\nhero:', '\nhero', 1, '"hero", where YAML stops'],
  ['no space', GREETING, 'greeting:Hi!', 0, '"greeting:Hi!", where YAML stops'],
  ['a field indented too far', GREETING, `  ${GREETING}`, 1, 'where YAML stops'],
  ['an indented section', '\nhero:', '\n hero:', 0, 'where YAML stops'],
  [
    'a duplicate key',
    GREETING,
    `${GREETING}\n  greeting: Hi`,
    1,
    'a second field of the same name',
  ],
  ['a second YAML document', '\nhero:', '\n---\nhero:', 1, '"---", where YAML stops'],
  [
    'Git conflict markers',
    `  ${GREETING}`,
    `<<<<<<< HEAD\n  ${GREETING}\n=======\n  greeting: Hi\n>>>>>>> x`,
    0,
    '"<<<<<<< HEAD", where YAML stops',
  ],
])('%s is reported once, at its line', async (_, from, to, below, found) => {
  expect(await diagnosticsAfter([from, to])).toMatchObject([
    { found: expect.stringContaining(found), line: lineInSample(from) + below },
  ])
})

test('a field without a value that is there twice is reported at the second one', async () => {
  const [diagnostic] = await diagnosticsAfter(['  location:\n', '  location:\n  location:\n'])
  expect(diagnostic).toMatchObject({
    line: lineInSample('  location:') + 1,
    found: '"location:", a second field of the same name',
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
  ['utf16le', 'a letter that is not UTF-8'],
] as const)(
  'a file in %s is not read, and its owner is told to save it as UTF-8',
  async (encoding, found) => {
    const folder = changedSample()
    const file = join(folder, 'portfolio.yaml')
    const text = readFileSync(file, 'utf8').replace(GREETING, 'greeting: Bücher')
    const mark = encoding === 'utf16le' ? '\ufeff' : ''
    writeFileSync(file, Buffer.from(mark + text, encoding))
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
