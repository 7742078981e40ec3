import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  changedSample,
  diagnosticsAfter,
  diagnosticsIn,
  lineInSample,
} from 'test-fixtures/change-content.ts'
import { MISTAKES } from 'test-fixtures/folders.ts'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Diagnostic } from './diagnostic.ts'

const GREETING = 'greeting: Hi There!'

const KINDS = {
  tab: /after a tab/,
  duplicate: /second field/,
  quote: /a quote/,
  colon: /second colon/,
  stop: /where YAML stops/,
}

function kindOf({ found }: Diagnostic) {
  return Object.entries(KINDS).find(([, pattern]) => pattern.test(found))?.[0]
}

type Mistake = { kind: string; written: string; below?: number }
const SYNTAX: Mistake[] = parse(readFileSync(join(MISTAKES, 'syntax.yaml'), 'utf8'))

test.each(SYNTAX)('a $kind is reported once, at its line: $written', async (mistake) => {
  const { kind, written, below = 0 } = mistake
  const found = await diagnosticsAfter([GREETING, written])
  const line = lineInSample(GREETING) + below
  expect(found.map((one) => [one.line, kindOf(one)])).toEqual([[line, kind]])
})

test('a long line is read in a moment', async () => {
  // It took 17 s with one pattern for the whole line.
  const line = `${' '.repeat(400)}${'\u2028x'.repeat(3)}`
  expect(await diagnosticsAfter([GREETING, line])).toHaveLength(1)
})

test.each(['latin1', 'utf16le'] as const)('a file in %s is refused', async (encoding) => {
  const folder = changedSample()
  const file = join(folder, 'portfolio.yaml')
  const text = readFileSync(file, 'utf8').replace(GREETING, 'greeting: Bücher')
  writeFileSync(file, Buffer.from((encoding === 'utf16le' ? '\ufeff' : '') + text, encoding))
  const found = await diagnosticsIn(folder)
  expect(found.map(({ field }) => field)).toEqual(['(whole file)'])
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
