import { faultsAfter, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

test('an unknown field is reported with the most similar known field', () => {
  const [unknown, ...others] = faultsAfter(['greeting:', 'greting:'])
  expect(unknown).toMatchObject({
    field: 'hero.greting',
    found: 'unknown field "greting"',
    suggestion: 'greeting',
    line: lineInSample('greeting:'),
    column: 3,
  })
  expect(unknown?.expected).toContain('phrases')
  // The missing greeting is not reported as well.
  expect(others).toEqual([])
})

test('an unknown field next to the field that it resembles suggests that field', () => {
  const faults = faultsAfter(['  heading: About', '  heading: About\n  headingg: About'])
  expect(faults).toMatchObject([{ field: 'about.headingg', suggestion: 'heading' }])
})

test('a missing field is reported next to an unknown field that does not resemble it', () => {
  const fields = faultsAfter(['greeting:', 'salute:']).map(({ field }) => field)
  expect(fields).toEqual(['hero.greeting', 'hero.salute'])
})

test('an over-indented section is reported without its consequential errors', () => {
  const faults = faultsAfter(['\nhero:', '\n  hero:'])
  expect(faults).toMatchObject([{ field: 'person.hero', found: 'field "hero" inside "person"' }])
})

test('a list without its first dash is reported', () => {
  const faults = faultsAfter(["    - I'm {name}.", "    I'm {name}."])
  expect(faults).toMatchObject([{ field: 'hero.phrases' }])
  expect(faults[0]?.expected).toContain('a list')
})

test('a text that # comments out is reported', () => {
  const [fault] = faultsAfter(['greeting: Hi There!', 'greeting: #1 in town'])
  expect(fault).toMatchObject({ field: 'hero.greeting', line: lineInSample('greeting:') })
  expect(fault?.found).toContain('the text after # is a comment')
})

test.each(['{name}', '[draft]', '\n    Note: this'])(
  'unquoted text that YAML parses as a collection is reported: %j',
  (text) => {
    const [fault, ...others] = faultsAfter(['greeting: Hi There!', `greeting: ${text}`])
    expect(fault?.expected).toContain('quote it if it starts with { or [')
    expect(others).toEqual([])
  },
)
