import { diagnosticsAfter, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

test('a text truncated by # is reported with the lost part and the quoted text', () => {
  const summary =
    'Berth booking for a marina. Phone calls at the desk fell by half in the first season.'
  const diagnostics = diagnosticsAfter([summary, 'Berth booking #1 for a marina.'])
  expect(diagnostics).toMatchObject([
    {
      field: 'projects.cards.0.summary',
      line: lineInSample('summary: Berth'),
      found: '"Berth booking" without "#1 for a marina.", which YAML parses as a comment',
      expected: expect.stringContaining('quotes around text that contains " #"'),
      suggestion: '"Berth booking #1 for a marina."',
    },
  ])
})

test.each([
  ['    - General Inquiry', '    - General #inquiry', 'contact.subjects.0'],
  ['greeting: Hi There!', 'greeting: Say "hi" to the #1', 'hero.greeting'],
  ['place: based in Poland', 'place: based in\n    Poland #1', 'hero.place'],
])('lists, texts with quotes and continuation lines are checked: %j', (from, to, field) => {
  expect(diagnosticsAfter([from, to])).toMatchObject([{ field }])
})

test('the suggestion uses the quotes that the text does not contain', () => {
  const [diagnostic] = diagnosticsAfter(['greeting: Hi There!', 'greeting: Say "hi" to the #1'])
  expect(diagnostic?.suggestion).toBe(`'Say "hi" to the #1'`)
})

test.each([
  ['greeting: Hi There!', 'greeting: Hi There! # note'],
  ['greeting: Hi There!', 'greeting: "Hi There!" #note'],
  ['greeting: Hi There!', 'greeting: Hi #1!'.replace(' #', '\u00a0#')],
  ['greeting: Hi There!', 'greeting: Hi There!\n  #place: elsewhere'],
  ['greeting: Hi There!', 'greeting: C#, F# and the like'],
  ['greeting: Hi There!', 'greeting: >-\n    The #1'],
  ['level: 90', 'level: 90 #percent'],
  ['\nhero:', '\nhero: #first'],
])('comments and # inside a text are not reported: %j becomes %j', (from, to) => {
  expect(diagnosticsAfter([from, to])).toEqual([])
})
