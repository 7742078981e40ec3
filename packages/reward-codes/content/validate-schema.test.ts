import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedSample, set } from 'test-fixtures/change-content.ts'
import { diagnosticsAfter, diagnosticsIn, lineInSample } from 'test-fixtures/content-errors.ts'
import { FULL_CONTENT } from 'test-fixtures/full-content.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diagnostic } from './diagnostic.ts'
import type { SchemaNode } from './json-schema.ts'
import { load } from './load.ts'
import { portfolioSchema } from './schema.ts'

test('an unknown field is reported with the most similar known field', async () => {
  const [unknown, ...others] = await diagnosticsAfter(['greeting:', 'greting:'])
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

test('the errors in a list are reported beside its length', async () => {
  const folder = changedSample((content) => {
    const figure = { number: '1', description: 'x' }
    set('about.figures', [...Array(6).fill(figure), { number: '1.234.567,89', descripton: 'x' }])(
      content,
    )
    set('contact.subjects', [...Array.from({ length: 20 }, (_, index) => `a${index}`), 7])(content)
  })
  expect(await diagnosticsIn(folder)).toMatchObject([
    {
      field: 'about.figures',
      found: 'a list of length 7',
      expected: expect.stringContaining('at most 6 entries; there are 7'),
    },
    { field: 'about.figures.6.number' },
    { field: 'about.figures.6.descripton', suggestion: 'description' },
    { field: 'contact.subjects' },
    { field: 'contact.subjects.20', found: 'the number 7' },
  ])
})

test('a choice that is misspelt is reported with the most similar one', async () => {
  const [diagnostic, ...others] = await diagnosticsIn(changedSample(set('site.look', 'indx')))
  expect(others).toEqual([])
  expect(diagnostic).toMatchObject({ found: '"indx"', suggestion: 'index' })
})

test('a number is shown as it stands in the file', async () => {
  const [diagnostic] = await diagnosticsAfter(['greeting: Hi There!', 'greeting: 01.10'])
  expect(diagnostic).toMatchObject({
    found: 'the number 01.10',
    expected: expect.stringContaining('quote it: "01.10"'),
  })
})

test('an unknown field with the name of a method of objects is reported', async () => {
  const [unknown] = await diagnosticsAfter(['greeting:', 'valueOf: a\n  greeting:'])
  expect(unknown).toMatchObject({ field: 'hero.valueOf', found: 'unknown field "valueOf"' })
})

test('an unknown field next to the field that it resembles suggests that field', async () => {
  const diagnostics = await diagnosticsAfter([
    '  heading: About',
    '  heading: About\n  headingg: About',
  ])
  expect(diagnostics).toMatchObject([{ field: 'about.headingg', suggestion: 'heading' }])
})

test('a missing field is reported next to an unknown field that does not resemble it', async () => {
  const diagnostics = await diagnosticsAfter(['quote:\n        text:', 'quote:\n        words:'])
  expect(diagnostics.map(({ field }) => field)).toEqual([
    'projects.cards.1.quote.text',
    'projects.cards.1.quote.words',
  ])
})

test('a list without its first dash is reported', async () => {
  const diagnostics = await diagnosticsAfter(['    - I’m {name}.', "    I'm {name}."])
  expect(diagnostics).toMatchObject([{ field: 'hero.phrases' }])
  expect(diagnostics[0]?.expected).toContain('a list')
})

test.each(['{name}', '[draft]', '\n    Note: this'])(
  'unquoted text that YAML parses as a collection is reported: %j',
  async (text) => {
    const [diagnostic, ...others] = await diagnosticsAfter([
      'greeting: Hi There!',
      `greeting: ${text}`,
    ])
    expect(diagnostic?.expected).toContain('quote it if it starts with { or [')
    expect(others).toEqual([])
  },
)

/** Jargon of Zod, JavaScript and JSON Schema, which errors for an owner must not contain. */
const JARGON =
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
  folder = mkdtempSync(join(tmpdir(), 'reward-codes-diagnostics-'))
  mkdirSync(folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the full content is valid and has every field of the schema', async () => {
  expect(await diagnosticsOf(FULL_CONTENT)).toEqual([])
  const schema = portfolioSchema.toJSONSchema({ io: 'input' }) as SchemaNode
  expect(fieldsOf(schema).filter((field) => !fieldsIn(FULL_CONTENT).has(field))).toEqual([])
})

describe.each(WRONG)('%s as a value', (_, wrong) => {
  test('is reported in plain language for every field', async () => {
    const diagnostics: Diagnostic[] = []
    for (const paths of layersOf(pathsIn(FULL_CONTENT))) {
      diagnostics.push(...(await diagnosticsOf(changedAt(paths, wrong))))
    }
    expect(diagnostics.length).toBeGreaterThan(0)
    expect(jargonIn(diagnostics)).toEqual([])
  })
})

test('a missing field is reported in plain language', async () => {
  const named = pathsIn(FULL_CONTENT).filter((path) => typeof path.at(-1) === 'string')
  const diagnostics: Diagnostic[] = []
  for (const paths of layersOf(named)) {
    diagnostics.push(...(await diagnosticsOf(changedAt(paths, undefined))))
  }
  expect(diagnostics.length).toBeGreaterThan(30)
  expect(jargonIn(diagnostics)).toEqual([])
})

test('an unknown field is reported with the known fields, at every level', async () => {
  const objects = pathsIn(FULL_CONTENT).filter((path) => isFields(getIn(path)))
  const unknown = objects.map((path) => [...path, 'strange'])
  const diagnostics = await diagnosticsOf(changedAt(unknown, 'x'))
  expect(diagnostics.map(({ field }) => field).toSorted()).toEqual(
    unknown.map((path) => path.join('.')).toSorted(),
  )
  for (const path of objects) {
    const field = [...path, 'strange'].join('.')
    const diagnostic = diagnostics.find((found) => found.field === field)
    expect(diagnostic?.found).toBe('unknown field "strange"')
    expect(diagnostic?.expected.split(', ')).toEqual(
      expect.arrayContaining(Object.keys(getIn(path) as object)),
    )
  }
})

test.each([
  [
    'contact.captcha.provider',
    'recapcha',
    '"recapcha"',
    'altcha, recaptcha, hcaptcha, turnstile or none',
  ],
  ['contact.captcha.size', 'big', '"big"', 'normal or compact'],
  ['contact.spamFilter.blockHeadless', 'yes', '"yes"', 'true or false'],
  ['contact.email', 'maja', '"maja"', 'an email address such as name@example.com'],
  ['contact.gateway', 'gateway', '"gateway"', 'a full URL such as https://example.com'],
  ['resume.paper', 'A5', '"A5"', 'A4 or Letter'],
  ['person.name', '', '""', 'non-empty text'],
  ['about.bio', [], 'a list of length 0', 'at least one entry'],
  [
    'resume.experience.entries.0.period',
    '2024 – 2021',
    '"2024 – 2021"',
    'a period that starts before it ends',
  ],
  [
    'resume.experience.entries.0.period',
    '2024-05 – 2024-04',
    '"2024-05 – 2024-04"',
    'a period that starts before it ends',
  ],
])('%s with %j reports found %s and expected %s', async (field, wrong, found, expected) => {
  const path = field.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
  const [diagnostic, ...others] = await diagnosticsOf(changed(FULL_CONTENT, path, wrong))
  expect(others).toEqual([])
  expect(diagnostic).toMatchObject({ field, found })
  expect(diagnostic?.expected).toContain(expected)
})

test.each(['2024', '2024 – 2024-03', '2024-05 – 2024', '2024-05 – 2024-05', '2024-05 – present'])(
  'the period %s is not reversed',
  async (period) => {
    const path = ['resume', 'experience', 'entries', 0, 'period']
    expect(await diagnosticsOf(changed(FULL_CONTENT, path, period))).toEqual([])
  },
)

async function diagnosticsOf(content: unknown): Promise<Diagnostic[]> {
  const text = JSON.stringify(content, (_, value) => (Number.isNaN(value) ? '%NAN%' : value))
  writeFileSync(join(folder, 'portfolio.yaml'), text.replaceAll('"%NAN%"', '.nan'))
  const loaded = await load(folder)
  return loaded.ok ? [] : loaded.diagnostics
}

function jargonIn(diagnostics: Diagnostic[]): string[] {
  // The help of a label is its English text.
  const isLabel = ({ field }: Diagnostic) => field.startsWith('strings.')
  return diagnostics
    .map((each) =>
      isLabel(each) ? { ...each, expected: each.expected.split('. ')[0] ?? '' } : each,
    )
    .filter(({ found, expected }) => JARGON.test(expected) || JARGON.test(found))
    .map(({ field, found, expected }) => `${field}: ${found}: ${expected}`)
}

/** The paths of all values, outermost first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (!isCollection(value)) return [path]
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [
    path,
    ...steps.flatMap((step) => pathsIn((value as Record<string, unknown>)[step], [...path, step])),
  ]
}

/**
 * Groups paths whose values can be changed at once, because none is within another: those of the same
 * depth. All leaves are one group.
 */
function layersOf(paths: Path[]): Path[][] {
  const { leaves = [], ...layers } = Object.groupBy(paths, (path) =>
    isCollection(getIn(path)) ? `${path.length}` : 'leaves',
  )
  return [leaves, ...Object.values(layers).flatMap((layer) => (layer ? [layer] : []))]
}

function changedAt(paths: Path[], value: unknown): unknown {
  return paths.reduce<unknown>((content, path) => changed(content, path, value), FULL_CONTENT)
}

function getIn(path: Path): unknown {
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
    pathsIn(content).map((path) =>
      path.map((step) => (typeof step === 'number' ? '*' : step)).join('.'),
    ),
  )
}

/** Every field of the schema. Of a `oneOf`, only the variant with the most fields. */
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
