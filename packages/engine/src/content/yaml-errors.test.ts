import { diagnosticsAfter, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

const GREETING = 'greeting: Hi There!'

test.each([
  ['Hi: There!', 'a second colon', '"Hi: There!"'],
  ['Hi: There! # a comment', 'a second colon', '"Hi: There!"'],
  ['@maja', 'starts with @', '"@maja"'],
  ['`maja`', 'starts with `', '"`maja`"'],
  ['%maja', 'starts with %', '"%maja"'],
  ['*maja*', 'starts with *', '"*maja*"'],
  ['& more', 'starts with &', '"& more"'],
  ['!maja', 'starts with !', '"!maja"'],
  ['> maja', 'starts with >', '"> maja"'],
  ['- maja', 'starts with -', '"- maja"'],
  ['{name} here', 'starts with {', '"{name} here"'],
  ['[Draft] "Hi"', 'starts with [', '\'[Draft] "Hi"\''],
])('text that needs quotes is reported once, with the quoted text: %s', (written, found, meant) => {
  const diagnostics = diagnosticsAfter([GREETING, `greeting: ${written}`])
  expect(diagnostics).toEqual([
    {
      file: expect.stringMatching(/portfolio\.yaml$/),
      line: lineInSample(GREETING),
      column: expect.any(Number),
      field: '(whole file)',
      found: expect.stringContaining(found),
      expected: expect.stringContaining('quotes around'),
      suggestion: `greeting: ${meant}`,
    },
  ])
  expect(diagnosticsAfter([GREETING, `greeting: ${meant}`])).toEqual([])
})

test.each(['"Hi There!', "'Hi There!", "'Hi, I'm Maja'", '"Hi" There!'])(
  'quotes that do not enclose the text are reported at their line: %s',
  (written) => {
    expect(diagnosticsAfter([GREETING, `greeting: ${written}`])).toMatchObject([
      { line: lineInSample(GREETING), found: expect.stringContaining('do not enclose') },
    ])
  },
)

test.each<[string, string, string, number, string, string?]>([
  ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'a tab'],
  ['no colon', GREETING, 'greeting Hi!', 0, 'no colon after "greeting"', 'greeting: Hi!'],
  ['no colon after a section', '\nhero:', '\nhero', 1, 'no colon after "hero"', 'hero:'],
  ['no space', GREETING, 'greeting:Hi!', 0, 'no space after "greeting:"', 'greeting: Hi!'],
  ['a field indented too far', GREETING, `  ${GREETING}`, 1, 'indentation that differs'],
  ['a field indented too little', `  ${GREETING}`, ` ${GREETING}`, 0, 'indentation that differs'],
  ['an indented section', '\nhero:', '\n hero:', 0, 'indentation that differs'],
  ['no space after a dash', '- number: 3+', '-number: 3+', 0, 'a dash without', '- number: 3+'],
  ['a duplicate key', GREETING, `${GREETING}\n  greeting: Hi`, 1, 'duplicate field'],
  ['an invalid escape', GREETING, 'greeting: "in C:\\Dinge"', 0, 'an invalid escape'],
  ['a second YAML document', '\nhero:', '\n---\nhero:', 1, 'a document separator'],
  [
    'Git conflict markers',
    `  ${GREETING}`,
    `<<<<<<< HEAD\n  ${GREETING}\n=======\n  greeting: Hi\n>>>>>>> x`,
    0,
    'a Git conflict marker',
  ],
])('%s is reported once, with a hint', (_, from, to, below, found, suggestion) => {
  const diagnostics = diagnosticsAfter([from, to])
  expect(diagnostics).toHaveLength(1)
  expect(diagnostics[0]?.found).toContain(found)
  expect(diagnostics[0]?.line).toBe(lineInSample(from) + below)
  expect(diagnostics[0]?.suggestion).toBe(suggestion)
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
