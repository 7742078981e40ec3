import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedSample } from 'test-fixtures/change-content.ts'
import { diagnosticsAfter, diagnosticsIn, lineInSample } from 'test-fixtures/content-errors.ts'
import { expect, test } from 'vitest'

const GREETING = 'greeting: Hi There!'

test.each([
  ['@maja', 'where YAML stops'],
  ['*maja*', 'where YAML stops'],
  ['!maja', 'where YAML stops'],
  ['? maja', 'where YAML stops'],
  ['[maja] and a friend', '"and a friend", where YAML stops'],
  ['- maja', 'where YAML stops'],
  ['>- maja', 'where YAML stops'],
  ['[maja, , friend]', '", friend]", where YAML stops'],
  ["'Hi, I'm Maja'", 'a quote'],
  ['"Maja" and a friend # two', 'a quote'],
  ['"Maja "the" friend"', 'a quote'],
  ['"Hi There!', 'a quote'],
  ['"in C:\\Dinge"', 'a backslash'],
  ['Hi: There! # a comment', 'a second colon'],
])('a value that YAML cannot parse is reported once, at its line: %s', async (written, found) => {
  expect(await diagnosticsAfter([GREETING, `greeting: ${written}`])).toMatchObject([
    {
      line: lineInSample(GREETING),
      found: expect.stringContaining(found),
      expected: expect.stringContaining('quote'),
    },
  ])
})

test.each<[string, string, string, number, string]>([
  ['a tab', `  ${GREETING}`, `\t${GREETING}`, 0, 'after a tab'],
  ['no colon', GREETING, 'greeting Hi!', 0, 'where YAML stops'],
  ['no colon after a section', '\nhero:', '\nhero', 1, 'where YAML stops'],
  ['no space', GREETING, 'greeting:Hi!', 0, 'where YAML stops'],
  ['a field indented too far', GREETING, `  ${GREETING}`, 1, 'where YAML stops'],
  ['an indented section', '\nhero:', '\n hero:', 0, 'where YAML stops'],
  ['a duplicate', GREETING, `${GREETING}\n  greeting: Hi`, 1, 'a second field of the same name'],
  ['a duplicate without a value', '  location:', '  location:\n  location:', 1, 'a second field'],
  ['a second document', '\nhero:', '\n---\nhero:', 1, 'where YAML stops'],
  ['a mark of a merge', `  ${GREETING}`, `<<<<<<< HEAD\n  ${GREETING}`, 0, 'where YAML stops'],
  ['a text in itself', 'place: based in Poland', 'place: &place [*place]', 0, 'where YAML stops'],
  // It took 17 s with one pattern for the whole line.
  ['a long line', GREETING, `${' '.repeat(400)}${'\u2028x'.repeat(3)}`, 0, 'where YAML stops'],
])('%s is reported once, at its line', async (_, from, to, below, found) => {
  expect(await diagnosticsAfter([from, to])).toMatchObject([
    { found: expect.stringContaining(found), line: lineInSample(from) + below },
  ])
})

test('aliases that repeat each other without an end are reported', async () => {
  const levels = ['a', 'b', 'c', 'd', 'e'].map((name, level, all) => {
    const repeated = level === 0 ? 'x' : `*${all[level - 1]}`
    return `${name}: &${name} [${Array(10).fill(repeated).join(', ')}]`
  })
  const [diagnostic] = await diagnosticsAfter(['\nhero:', `\n${levels.join('\n')}\nhero:`])
  expect(diagnostic?.found).toContain('aliases')
})

test.each(['latin1', 'utf16le'] as const)('a file in %s is refused', async (encoding) => {
  const folder = changedSample()
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8').replace(GREETING, 'greeting: Bücher')
  writeFileSync(file, Buffer.from((encoding === 'utf16le' ? '\ufeff' : '') + text, encoding))
  expect(await diagnosticsIn(folder)).toMatchObject([
    { expected: expect.stringContaining('UTF-8') },
  ])
})

test.each([
  ['independent syntax errors are reported together', 'greeting: @maja', 2],
  ['errors after one that misleads the parser are not reported', 'greeting Hi', 1],
])('%s, and errors of the content only after them', async (_, greeting, count) => {
  const diagnostics = await diagnosticsAfter(
    [GREETING, greeting],
    ['place: based', 'plaze: near: based'],
    ['level: 90', 'level: 190'],
  )
  const lines = [lineInSample(GREETING), lineInSample('place: based')].slice(0, count)
  expect(diagnostics.map(({ line }) => line)).toEqual(lines)
})

test('anchors, aliases and multi-line texts are valid', async () => {
  const diagnostics = await diagnosticsAfter(
    ['text: Reward Codes', 'text: &name Reward Codes'],
    [GREETING, 'greeting: *name'],
    ['place: based in Poland', 'place: "based:\n    in Poland"'],
  )
  expect(diagnostics).toEqual([])
})
