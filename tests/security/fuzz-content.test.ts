import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { formatDiagnostics } from '../../packages/reward-codes/content/diagnostic.ts'
import { load } from '../../packages/reward-codes/content/load.ts'
import { contentAssets } from '../../packages/reward-codes/images/content-assets.ts'
import {
  FUZZ_TIMEOUT,
  forEvery,
  hostileLine,
  hostileText,
  keepCount,
  startCount,
} from '../fixtures/fuzz.ts'
import { shortOrLong } from '../fixtures/results.ts'
import { copySampleContent } from '../fixtures/sample-content.ts'

let folder: string
let sample: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-fuzz-'))
  copySampleContent(folder)
  sample = readFileSync(join(folder, 'portfolio.yaml'), 'utf8')
  // The first input would be charged with the processor time of compiling the schema.
  await expectJudged(sample)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Either a portfolio, or faults that each have a place and words. */
async function expectJudged(text: string) {
  writeFileSync(join(folder, 'portfolio.yaml'), text)
  const loaded = await load(folder, { assets: contentAssets })
  if (loaded.ok) return expect(loaded.portfolio.person).toBeDefined()
  expect(loaded.diagnostics.length).toBeGreaterThan(0)
  for (const { line, column, field, found, expected } of loaded.diagnostics) {
    expect(line).toBeGreaterThan(0)
    expect(column).toBeGreaterThan(0)
    expect([field, found, expected]).not.toContain('')
  }
  expect(formatDiagnostics(loaded.diagnostics)).toContain('expected')
}

const token = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ', ',
  '- ',
  '? ',
  ': ',
  'a: ',
  '&a ',
  '*a',
  '<<: *a',
  '!!binary ',
  '!!set ',
  '!x ',
  '| ',
  '>- ',
  '"',
  "'",
  '# ',
  '---\n',
  '...\n',
  '%YAML 9.9\n',
  '\t',
  '\n',
  '\n  ',
  '\n    ',
  '\r',
  '\0',
  '\ufeff',
  '\ud800',
  '1e999',
  '0x',
  '.inf',
  '.nan',
  '~',
  '__proto__: ',
  'constructor: ',
  'person: ',
  'hero: ',
  'site: ',
  'icon: ',
  'image: images/../',
  'customSections: ',
  'sectionOrder: ',
  '\\u0000',
  '9'.repeat(400),
  'x'.repeat(2000),
)
const soup = fc.array(token, { maxLength: 40 }).map((parts) => parts.join(''))
const anyValue = fc.object({
  maxDepth: 4,
  withBigInt: true,
  withDate: true,
  withNullPrototype: true,
})
const anyYaml = anyValue.map((value) => stringify(value))

const edit = fc.tuple(fc.nat(), fc.nat({ max: 60 }), fc.oneof(token, hostileLine, hostileText))
const editedSample = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) =>
  edits.reduce((text, [where, cut, put]) => {
    const place = where % (text.length + 1)
    return `${text.slice(0, place)}${put}${text.slice(place + cut)}`
  }, sample),
)
/** One value of the sample put in the place of another kind. */
const otherValue = fc
  .tuple(
    fc.nat(),
    fc.oneof(
      hostileLine.map((text) => JSON.stringify(text)),
      token,
      anyValue.map((value) =>
        JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)),
      ),
    ),
  )
  .map(([place, value]) => {
    const lines = sample.split('\n')
    const at = place % lines.length
    return lines
      .with(
        at,
        (lines[at] ?? '').replace(/: .*$/, () => `: ${value}`),
      )
      .join('\n')
  })

test('YAML of any shape is judged, never thrown over', FUZZ_TIMEOUT, async () => {
  const count = startCount()
  await forEvery(
    count,
    fc.oneof(soup, anyYaml, fc.string()),
    shortOrLong(200, 14_000),
    expectJudged,
  )
  keepCount('random YAML for a content file', count)
})

test('the sample with anything changed in it is judged', FUZZ_TIMEOUT, async () => {
  const count = startCount()
  await forEvery(count, fc.oneof(editedSample, otherValue), shortOrLong(30, 1500), expectJudged)
  keepCount('the sample content with random changes', count)
})

const many = (line: (n: number) => string) =>
  Array.from({ length: 1000 }, (_, n) => line(n)).join('\n')
const laughs = [...'bcdefghij'].map(
  (name, n) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[n]}`)}]`,
)

test.each<[string, () => string]>([
  ['an alias of what it stands in', () => 'person: &a\n  name: *a\n'],
  ['a list that holds itself', () => '&a [*a]\n'],
  [
    'the person within the person',
    () => sample.replace('person:', 'person: &p').replace(/^ {2}name:.*$/m, '  name: *p'),
  ],
  ['a billion laughs', () => ['a: &a [x]', ...laughs].join('\n')],
  ['thousands of aliases', () => `a: &a 1\n${many((n) => `a${n}: *a`)}`],
  ['thousands of unknown fields', () => many((n) => `a${n}: 1`)],
  ['the same field thousands of times', () => many(() => 'a: 1')],
  ['lists in lists without end', () => '['.repeat(20_000)],
  ['lists in lists with an end', () => `a: ${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['fields in fields', () => `${'{a: '.repeat(2000)}1${'}'.repeat(2000)}`],
  [
    'steps without end',
    () => Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
  ],
  ['a text for an icon', () => sample.replace(/icon: .*$/m, `icon: ${'x'.repeat(100_000)}`)],
  ['a picture with a zero byte', () => sample.replace(/image: .*$/m, 'image: "images/\\0/x"')],
  ['huge numbers', () => sample.replace(/level: .*$/gm, `level: ${'9'.repeat(5000)}`)],
  ['numbers that are none', () => sample.replace(/: .*$/gm, ': .nan')],
  ['UTF-16', () => Buffer.from(`\ufeff${sample}`, 'utf16le').toString('utf8')],
  ['Latin-1', () => Buffer.from(sample, 'latin1').toString('utf8')],
  ['zeros', () => '\0'.repeat(10_000)],
])('%s is judged', (_, text) => expectJudged(text()))
