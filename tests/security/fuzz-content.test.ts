import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { formatDiagnostics } from '../../packages/reward-codes/content/diagnostic.ts'
import { load } from '../../packages/reward-codes/content/load.ts'
import { contentAssets } from '../../packages/reward-codes/images/content-assets.ts'
import { SAMPLE_FILE } from '../fixtures/folders.ts'
import { freshFolder } from '../fixtures/fresh-folder.ts'
import { edited, forEvery, hostileLine, hostileText } from '../fixtures/fuzz.ts'
import { copySampleContent } from '../fixtures/sample-content.ts'

const sample = readFileSync(SAMPLE_FILE, 'utf8')

/** Gives a check: content with this text is a portfolio, or has faults that each have a place and words. */
function judge() {
  const folder = freshFolder()
  copySampleContent(folder)
  return async (text: string) => {
    writeFileSync(join(folder, 'portfolio.yaml'), text)
    const loaded = await load(folder, { assets: contentAssets })
    if (loaded.ok) return void expect(loaded.portfolio.person).toBeDefined()
    expect(loaded.diagnostics.length).toBeGreaterThan(0)
    for (const { line, column, field, found, expected } of loaded.diagnostics) {
      expect(line).toBeGreaterThan(0)
      expect(column).toBeGreaterThan(0)
      expect([field, found, expected]).not.toContain('')
    }
    expect(formatDiagnostics(loaded.diagnostics)).toContain('expected')
  }
}

// The first input would be charged with the processor time of compiling the schema.
beforeAll(() => load(join(SAMPLE_FILE, '..'), { assets: contentAssets }))

const token = fc.constantFrom(
  ...'{ } [ ] &a *a !x " \' | ~ ... 1e999 0x .inf .nan \\u0000'.split(' '),
  ...[', ', '- ', '? ', ': ', 'a: ', '&a ', '<<: *a', '!!binary ', '!!set ', '>- ', '# '],
  ...['---\n', '%YAML 9.9\n', '\t', '\n', '\n  ', '\n    ', '\r', '\0', '\ufeff', '\ud800'],
  ...['__proto__: ', 'constructor: ', 'person: ', 'hero: ', 'image: images/../', 'sectionOrder: '],
  ...['9'.repeat(400), 'x'.repeat(2000)],
)
const anyValue = fc.object({
  maxDepth: 4,
  withBigInt: true,
  withDate: true,
  withNullPrototype: true,
})
const anyYaml = fc.oneof(
  fc.array(token, { maxLength: 40 }).map((parts) => parts.join('')),
  anyValue.map((value) => stringify(value)),
  fc.string(),
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
    const changed = (lines[at] ?? '').replace(/: .*$/, () => `: ${value}`)
    return lines.with(at, changed).join('\n')
  })

test('YAML of any shape is judged, never thrown over', async () => {
  await forEvery(anyYaml, [200, 14_000], judge())
})

test('the sample with anything changed in it is judged', async () => {
  const changed = edited(sample, fc.oneof(token, hostileLine, hostileText))
  await forEvery(fc.oneof(changed, otherValue), [30, 1500], judge())
})

const many = (line: (n: number) => string) =>
  Array.from({ length: 1000 }, (_, n) => line(n)).join('\n')
const laughs = [...'bcdefghij'].map(
  (name, n) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[n]}`)}]`,
)

const SHAPES: Record<string, string> = {
  'an alias of what it stands in': 'person: &a\n  name: *a\n',
  'a list that holds itself': '&a [*a]\n',
  'the person within the person': sample
    .replace('person:', 'person: &p')
    .replace(/^ {2}name:.*$/m, '  name: *p'),
  'a billion laughs': ['a: &a [x]', ...laughs].join('\n'),
  'thousands of aliases': `a: &a 1\n${many((n) => `a${n}: *a`)}`,
  'thousands of unknown fields': many((n) => `a${n}: 1`),
  'the same field thousands of times': many(() => 'a: 1'),
  'lists in lists without end': '['.repeat(20_000),
  'lists in lists with an end': `a: ${'['.repeat(5000)}${']'.repeat(5000)}`,
  'fields in fields': `${'{a: '.repeat(2000)}1${'}'.repeat(2000)}`,
  'steps without end': many((n) => `${' '.repeat(n)}a:`),
  'a text for an icon': sample.replace(/icon: .*$/m, `icon: ${'x'.repeat(100_000)}`),
  'a picture with a zero byte': sample.replace(/image: .*$/m, 'image: "images/\\0/x"'),
  'huge numbers': sample.replace(/level: .*$/gm, `level: ${'9'.repeat(5000)}`),
  'numbers that are none': sample.replace(/: .*$/gm, ': .nan'),
  zeros: '\0'.repeat(10_000),
}

test.each(Object.entries(SHAPES))('%s is judged', (_, text) => judge()(text))
