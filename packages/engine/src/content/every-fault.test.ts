import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FULL_CONTENT } from '../../tests/fixtures/full-content.ts'
import { loadPortfolio } from './load.ts'
import type { Problem } from './problem.ts'
import { portfolioSchema } from './schema.ts'
import type { SchemaNode } from './schema-at.ts'

/** Words of the schema library, of JavaScript and of JSON Schema, which tell an owner nothing. */
const FOREIGN =
  /[<>]=|too (small|big)|\b(invalid|expected|received|unrecognized|discriminator|safe integer|undefined|null|NaN|object|array|string|boolean|int|regex|pattern|union)\b/i

const WRONG: [what: string, value: unknown][] = [
  ['nothing', null],
  ['a number', 7],
  ['a fraction', 1.5],
  ['a negative number', -1],
  ['a huge number', 1e30],
  ['no number at all', Number.NaN],
  ['a boolean', true],
  ['an empty text', ''],
  ['a blank text', '   '],
  ['a long text', 'word '.repeat(400)],
  ['a text of signs', '<&> #?'],
  ['an address without a host', 'https://'],
  ['an empty list', []],
  ['a list of numbers', [7]],
  ['a long list', Array.from({ length: 40 }, () => 'x')],
  ['no fields', {}],
  ['a strange field', { strange: 1 }],
]

type Path = (string | number)[]

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-faults-'))
  mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the full content is valid and has every field of the schema', () => {
  expect(faultsOf(FULL_CONTENT)).toEqual([])
  const schema = portfolioSchema.toJSONSchema({ io: 'input' }) as SchemaNode
  expect(fieldsOf(schema).filter((field) => !fieldsIn(FULL_CONTENT).has(field))).toEqual([])
})

describe.each(WRONG)('%s in place of a value', (_, wrong) => {
  test('is told in the words of an owner, wherever it stands', () => {
    const leaves = pathsIn(FULL_CONTENT).filter((path) => !isCollection(valueAt(path)))
    const atOnce = faultsOf(
      leaves.reduce<unknown>((content, path) => changed(content, path, wrong), FULL_CONTENT),
    )
    const collections = pathsIn(FULL_CONTENT)
      .filter((path) => isCollection(valueAt(path)))
      .flatMap((path) => faultsOf(changed(FULL_CONTENT, path, wrong)))
    const faults = [...atOnce, ...collections]
    expect(faults.length).toBeGreaterThan(0)
    expect(foreignIn(faults)).toEqual([])
  })
})

test('a field that is missing is told in the words of an owner', () => {
  const faults = pathsIn(FULL_CONTENT)
    .filter((path) => typeof path.at(-1) === 'string')
    .flatMap((path) => faultsOf(changed(FULL_CONTENT, path, undefined)))
  expect(faults.length).toBeGreaterThan(30)
  expect(foreignIn(faults)).toEqual([])
})

test('an unknown field is told with the fields that there are, wherever it stands', () => {
  const places = pathsIn(FULL_CONTENT).filter((path) => isFields(valueAt(path)))
  for (const path of places) {
    const [fault, ...others] = faultsOf(changed(FULL_CONTENT, [...path, 'strange'], 'x'))
    expect(others).toEqual([])
    expect(fault?.found).toBe('the unknown field "strange"')
    expect(fault?.allowed.split(', ')).toEqual(
      expect.arrayContaining(Object.keys(valueAt(path) as object)),
    )
  }
})

test.each([
  [
    'contact.form.captcha.provider',
    'recapcha',
    '"recapcha"',
    'altcha, recaptcha, hcaptcha, turnstile or none',
  ],
  ['contact.form.captcha.size', 'big', '"big"', 'normal or compact'],
  ['contact.form.refusals.headless', 'yes', '"yes"', 'true or false'],
  ['contact.email', 'maja', '"maja"', 'a mail address such as name@example.com'],
  ['contact.form.origin', 'gateway', '"gateway"', 'a full address such as https://example.com'],
  ['resume.paper', 'A5', '"A5"', 'A4 or Letter'],
  ['person.name', '', '""', 'a text that is not empty'],
  ['about.bio', [], 'a list of 0', 'at least one entry'],
  [
    'resume.experience.entries.0.period',
    '2024 – 2021',
    '"2024 – 2021"',
    'the earlier date comes first',
  ],
  [
    'resume.experience.entries.0.period',
    '2024-05 – 2024-04',
    '"2024-05 – 2024-04"',
    'the earlier date comes first',
  ],
])('%s with %j is told as %s where allowed is %s', (field, wrong, found, allowed) => {
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const [fault, ...others] = faultsOf(changed(FULL_CONTENT, path, wrong))
  expect(others).toEqual([])
  expect(fault).toMatchObject({ field, found })
  expect(fault?.allowed).toContain(allowed)
})

test.each(['2024', '2024 – 2024-03', '2024-05 – 2024', '2024-05 – 2024-05', '2024-05 – present'])(
  'the period %s is not reversed',
  (period) => {
    const path = ['resume', 'experience', 'entries', 0, 'period']
    expect(faultsOf(changed(FULL_CONTENT, path, period))).toEqual([])
  },
)

function faultsOf(content: unknown): Problem[] {
  const text = JSON.stringify(content, (_, value) => (Number.isNaN(value) ? '%NAN%' : value))
  writeFileSync(join(folder, 'portfolio.yaml'), text.replaceAll('"%NAN%"', '.nan'))
  const loaded = loadPortfolio(folder, 'words')
  return loaded.ok ? [] : loaded.problems
}

function foreignIn(faults: Problem[]): string[] {
  return faults
    .filter(({ found, allowed }) => FOREIGN.test(allowed) || FOREIGN.test(found))
    .map(({ field, found, allowed }) => `${field}: ${found}: ${allowed}`)
}

/** The ways to all values, from the outside in; of a list, to its first entry only. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (!isCollection(value)) return [path]
  const steps = Array.isArray(value) ? [0].slice(0, value.length) : Object.keys(value)
  return [
    path,
    ...steps.flatMap((step) => pathsIn((value as Record<string, unknown>)[step], [...path, step])),
  ]
}

function valueAt(path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step],
    FULL_CONTENT,
  )
}

function changed(content: unknown, path: Path, value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const copy = (Array.isArray(content) ? [...content] : { ...(content as object) }) as Record<
    string,
    unknown
  >
  copy[step] = changed(copy[step], rest, value)
  return copy
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isFields(value: unknown): boolean {
  return isCollection(value) && !Array.isArray(value)
}

function fieldsIn(content: unknown): Set<string> {
  return new Set(
    pathsIn(content).map((path) => path.map((step) => (step === 0 ? '*' : step)).join('.')),
  )
}

/** Every field that the schema knows; where there are several forms, those of the fullest. */
function fieldsOf(node: SchemaNode, path: string[] = []): string[] {
  const forms = [
    node,
    ...(node.oneOf ?? []).filter(({ properties = {} }) => 'scoreKey' in properties),
  ]
  return [
    path.join('.'),
    ...forms.flatMap(({ properties = {}, items }) => [
      ...Object.entries(properties).flatMap(([key, child]) => fieldsOf(child, [...path, key])),
      ...(items ? fieldsOf(items, [...path, '*']) : []),
    ]),
  ]
}
