import { diagnosticsAfter, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

const GREETING = 'greeting: Hi There!'

test.each([
  ['@maja', 'reserved character @'],
  ['%maja', 'directive indicator character %'],
  ['*maja*', 'No anchor "&maja*"'],
  ['!maja', 'Unresolved tag: !maja'],
  ['> maja', 'Not a YAML token: maja'],
  ['- maja', 'Unexpected block-seq-ind'],
  ['{name} here', 'Unexpected scalar'],
  ["'Hi, I'm Maja'", 'Unexpected scalar'],
  ['"in C:\\Dinge"', 'Invalid escape sequence \\D'],
])('a value that YAML cannot parse is reported once, at its line: %s', (written, found) => {
  expect(diagnosticsAfter([GREETING, `greeting: ${written}`])).toEqual([
    {
      file: expect.stringMatching(/portfolio\.yaml$/),
      line: lineInSample(GREETING),
      column: expect.any(Number),
      field: '(whole file)',
      found: expect.stringContaining(found),
      expected: expect.stringMatching(/^YAML: "key: value".* quote text/),
    },
  ])
})

test.each<[string, string, string, number, string]>([
  ['a second colon', GREETING, 'greeting: Hi: There! # a comment', 0, 'a second colon'],
  ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'a tab'],
  ['no colon', GREETING, 'greeting Hi!', 0, 'no colon and space'],
  ['no colon after a section', '\nhero:', '\nhero', 1, 'no colon and space'],
  ['no space', GREETING, 'greeting:Hi!', 0, 'no colon and space'],
  ['a field indented too far', GREETING, `  ${GREETING}`, 1, 'at the same column'],
  ['an indented section', '\nhero:', '\n hero:', 0, 'at the same column'],
  ['a duplicate key', GREETING, `${GREETING}\n  greeting: Hi`, 1, 'keys must be unique'],
  ['a second YAML document', '\nhero:', '\n---\nhero:', 1, 'a document separator'],
  [
    'Git conflict markers',
    `  ${GREETING}`,
    `<<<<<<< HEAD\n  ${GREETING}\n=======\n  greeting: Hi\n>>>>>>> x`,
    0,
    'a Git conflict marker',
  ],
])('%s is reported once, at its line', (_, from, to, below, found) => {
  expect(diagnosticsAfter([from, to])).toMatchObject([
    { found: expect.stringContaining(found), line: lineInSample(from) + below },
  ])
})

test('an error without a hint has the message of the parser', () => {
  expect(diagnosticsAfter([GREETING, 'greeting: [Hi There!'])).toMatchObject([
    {
      found: expect.stringMatching(/end with a \]/),
      expected: expect.stringMatching(/^YAML: "key: value"/),
    },
  ])
})

test('independent syntax errors are reported together, content errors only after them', () => {
  const diagnostics = diagnosticsAfter(
    [GREETING, 'greeting: @maja'],
    ['place: based', 'plaze: near: based'],
    ['level: 90', 'level: 190'],
  )
  expect(diagnostics.map(({ line }) => line)).toEqual([
    lineInSample(GREETING),
    lineInSample('place: based'),
  ])
})

test('errors after one that misleads the parser are not reported', () => {
  const diagnostics = diagnosticsAfter([GREETING, 'greeting Hi'], ['place: based', 'place: @based'])
  expect(diagnostics).toMatchObject([{ line: lineInSample(GREETING) }])
})

test('anchors, aliases and multi-line texts are valid', () => {
  const diagnostics = diagnosticsAfter(
    ['text: Reward Codes', 'text: &name Reward Codes'],
    [GREETING, 'greeting: *name'],
    ['place: based in Poland', 'place: "based:\n    in Poland"'],
  )
  expect(diagnostics).toEqual([])
})

test('an alias of a node that contains it is reported at its line', () => {
  const diagnostics = diagnosticsAfter(['hero:', 'hero: &hero'], [GREETING, 'greeting: *hero'])
  expect(diagnostics).toMatchObject([{ line: lineInSample(GREETING) }])
})

test('a long line with an unusual line break is reported without long backtracking', () => {
  const long = `${' '.repeat(400)}${'\u2028x'.repeat(3)}`
  const began = process.cpuUsage()
  expect(diagnosticsAfter([GREETING, long])).toMatchObject([{ line: lineInSample(GREETING) }])
  const { user } = process.cpuUsage(began)
  // It took 17 s with one pattern for the whole line.
  expect(user).toBeLessThan(5_000_000)
})
