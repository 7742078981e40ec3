import { describe, expect, test } from 'vitest'
import { faultsAfter, lineInSample } from '../../../tests/fixtures/slips.ts'

const GREETING = 'greeting: Hi There!'

describe('a slip is told once, where it is, in the words of somebody who never wrote YAML', () => {
  test.each([
    ['"Hi There!', 'a text that begins with " and has no "', '"Hi There!"'],
    ["'Hi There!", "a text that begins with ' and has no '", "'Hi There!'"],
    ["'Hi, I'm Maja'", '"m Maja\'" behind the closing quote', '"Hi, I\'m Maja"'],
    ['"Hi" There!', '"There!" behind the closing quote', '\'"Hi" There!\''],
    ['"Hi There!",', '"," behind the closing quote', '"Hi There!"'],
    ['"in C:\\Dinge"', '\\D between double quotes', "'in C:\\Dinge'"],
    ['Hi: There!', 'a second colon', '"Hi: There!"'],
    ['@maja', 'begins with @', '"@maja"'],
    ['`maja`', 'begins with `', '"`maja`"'],
    ['%maja', 'begins with %', '"%maja"'],
    ['*maja*', 'begins with *', '"*maja*"'],
    ['& more', 'begins with &', '"& more"'],
    ['!maja', 'begins with !', '"!maja"'],
    ['> maja', 'begins with >', '"> maja"'],
    ['- maja', 'begins with -', '"- maja"'],
    ['{name} here', 'begins with {', '"{name} here"'],
    ['[Hi There!', 'a text that begins with [ and has no ]', '"[Hi There!"'],
  ])('greeting: %s', (written, found, meant) => {
    const faults = faultsAfter([GREETING, `greeting: ${written}`])
    expect(faults).toMatchObject([
      {
        line: lineInSample(GREETING),
        suggestion: `greeting: ${meant}`,
        field: '(the file as a whole)',
      },
    ])
    expect(faults[0]?.found).toContain(found)
    expect(faultsAfter([GREETING, `greeting: ${meant}`])).toEqual([])
  })

  test.each<[string, string, string, number, string, string?]>([
    ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'a tab'],
    ['no colon', GREETING, 'greeting Hi!', 0, 'no colon behind "greeting"', 'greeting: Hi!'],
    ['no colon behind a section', '\nhero:', '\nhero', 1, 'no colon behind "hero"', 'hero:'],
    ['no space', GREETING, 'greeting:Hi!', 0, 'no space behind "greeting:"', 'greeting: Hi!'],
    [
      'too far in',
      GREETING,
      `  ${GREETING}`,
      1,
      '2 spaces before "phrases", and 4 before "greeting"',
    ],
    ['too far out', `  ${GREETING}`, ` ${GREETING}`, 1, '2 spaces before "phrases", and 1 before'],
    [
      'a section too far in',
      '\nhero:',
      '\n hero:',
      1,
      'one space before "hero", and 2 before "profiles"',
    ],
    ['at the edge', `  ${GREETING}`, GREETING, 1, '2 spaces before "phrases", and 0 before'],
    ['a stray dash', GREETING, `- ${GREETING}`, 1, 'a dash before "greeting"'],
    ['a lonely dash', `  ${GREETING}`, `  -\n  ${GREETING}`, 0, 'none before "greeting"'],
    ['a narrow dash', '- number: 3+', '-number: 3+', 0, 'a dash without a space', '- number: 3+'],
    [
      'an entry further out',
      '    - number: 3+',
      '   - number: 3+',
      1,
      '6 spaces before "description"',
    ],
    ['a field twice', GREETING, `${GREETING}\n  greeting: Hi`, 1, '"greeting" a second time'],
    ['a second file', '\nhero:', '\n---\nhero:', 1, 'ends the file before its end'],
    [
      'marks of git',
      `  ${GREETING}`,
      `<<<<<<< HEAD\n  ${GREETING}\n=======\n  greeting: Hi\n>>>>>>> x`,
      0,
      'a mark of git',
    ],
  ])('%s', (_, from, to, below, found, suggestion) => {
    const faults = faultsAfter([from, to])
    expect(faults).toHaveLength(1)
    expect(faults[0]?.found).toContain(found)
    expect(faults[0]?.line).toBe(lineInSample(from) + below)
    expect(faults[0]?.suggestion).toBe(suggestion)
  })
})

test('slips that do not depend on each other are told together, and faults of the content later', () => {
  const faults = faultsAfter(
    [GREETING, 'greeting: @maja'],
    ['place: based', 'plaze: near: based'],
    ['level: 90', 'level: 190'],
  )
  expect(faults.map(({ line }) => line)).toEqual([
    lineInSample(GREETING),
    lineInSample('place: based'),
  ])
})

test('what stands behind a slip that misleads is not told', () => {
  const faults = faultsAfter([GREETING, 'greeting Hi'], ['place: based', 'place: @based'])
  expect(faults).toMatchObject([{ line: lineInSample(GREETING) }])
})

test('anchors, aliases and texts of several lines are no slips', () => {
  const faults = faultsAfter(
    ['text: Reward Codes', 'text: &name Reward Codes'],
    [GREETING, 'greeting: *name'],
    ['place: based in Poland', 'place: "based:\n    in Poland"'],
  )
  expect(faults).toEqual([])
})

test('an alias of what it stands in is a slip, where it is', () => {
  const faults = faultsAfter(['hero:', 'hero: &hero'], [GREETING, 'greeting: *hero'])
  expect(faults).toMatchObject([{ line: lineInSample(GREETING) }])
})
