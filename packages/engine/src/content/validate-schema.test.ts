import { expect, test } from 'vitest'
import { faultsAfter, lineInSample } from '../../tests/fixtures/slips.ts'

test('an unknown field, with the nearest known one', () => {
  const [unknown, ...others] = faultsAfter(['greeting:', 'greting:'])
  expect(unknown).toMatchObject({
    field: 'hero.greting',
    found: 'the unknown field "greting"',
    suggestion: 'greeting',
    line: lineInSample('greeting:'),
    column: 3,
  })
  expect(unknown?.allowed).toContain('phrases')
  // That greeting is missing follows from it.
  expect(others).toEqual([])
})

test('an unknown field beside the one that it is most like', () => {
  const faults = faultsAfter(['  heading: About', '  heading: About\n  headingg: About'])
  expect(faults).toMatchObject([{ field: 'about.headingg', suggestion: 'heading' }])
})

test('a missing field beside an unknown one that is not like it', () => {
  const fields = faultsAfter(['greeting:', 'salute:']).map(({ field }) => field)
  expect(fields).toEqual(['hero.greeting', 'hero.salute'])
})

test('a section that begins too far in, without what follows from it', () => {
  const faults = faultsAfter(['\nhero:', '\n  hero:'])
  expect(faults).toMatchObject([
    { field: 'person.hero', found: 'the field "hero" as a part of "person"' },
  ])
})

test('a list whose first dash is missing', () => {
  const faults = faultsAfter(["    - I'm {name}.", "    I'm {name}."])
  expect(faults).toMatchObject([{ field: 'hero.phrases' }])
  expect(faults[0]?.allowed).toContain('a list')
})

test('a text that a comment sign has cut off', () => {
  const [fault] = faultsAfter(['greeting: Hi There!', 'greeting: #1 in town'])
  expect(fault).toMatchObject({ field: 'hero.greeting', line: lineInSample('greeting:') })
  expect(fault?.found).toContain('behind # is no part of the text')
})

test.each(['{name}', '[draft]', '\n    Note: this'])(
  'a text that YAML reads otherwise, as in %j',
  (text) => {
    const [fault, ...others] = faultsAfter(['greeting: Hi There!', `greeting: ${text}`])
    expect(fault?.allowed).toContain('in quotes if it begins with { or [')
    expect(others).toEqual([])
  },
)
