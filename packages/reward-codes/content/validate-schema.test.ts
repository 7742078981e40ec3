import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from 'test-fixtures/fresh-folder.ts'
import { FULL_CONTENT } from 'test-fixtures/full-content.ts'
import { expect, test } from 'vitest'
import type { Diagnostic } from './diagnostic.ts'
import { jsonSchema, type SchemaNode } from './json-schema.ts'
import { load } from './load.ts'
import { getIn, isFields, type Path } from './values.ts'

/** What Zod and JavaScript say of a value for which the schema and `diagnostic.ts` have no words. */
const OF_PROGRAM = /^(?:Invalid|Too (?:small|big)|Unrecognized)|undefined|\[object/

const WRONG: Record<string, unknown> = {
  nothing: null,
  'a fraction': 1.5,
  'a negative number': -1,
  'a huge number': 1e30,
  'no number at all': Number.NaN,
  'a boolean': true,
  'an empty text': '',
  'a long text': 'word '.repeat(400),
  'a text of signs': '<&> #?',
  'an address without a host': 'https://',
  'an empty list': [],
  'a list of numbers': [7],
  'a long list': Array.from({ length: 40 }, () => 'x'),
  'no fields': {},
  'a missing field': undefined,
}

/** The paths of all values but the whole. */
const PATHS = pathsIn(FULL_CONTENT)
/** Those that can be changed at once: the innermost ones, and the others of each depth. */
const LAYERS = [...Map.groupBy(PATHS, (path) => isCollection(at(path)) && path.length).values()]

test('the full content is valid and has every field of the schema', async () => {
  expect(await diagnosticsOf(FULL_CONTENT)).toEqual([])
  const nameOf = (path: Path) => path.map((step) => (typeof step === 'number' ? '*' : step)).join()
  const names = new Set(PATHS.map(nameOf))
  expect(fieldsOf(jsonSchema()).filter((path) => !names.has(nameOf(path)))).toEqual([])
})

test.each(Object.entries(WRONG))(
  '%s is reported in our words for every field',
  async (_, wrong) => {
    const diagnostics: Diagnostic[] = []
    for (const layer of LAYERS) {
      const paths = layer.filter((path) => wrong !== undefined || typeof path.at(-1) === 'string')
      diagnostics.push(...(await diagnosticsOf(changedAt(paths, wrong))))
    }
    expect(diagnostics.length).toBeGreaterThan(30)
    const said = diagnostics.filter(
      ({ found, expected }) => OF_PROGRAM.test(expected) || found === '' || expected === '',
    )
    expect(said).toEqual([])
  },
)

test('an unknown field is reported with the known fields, at every level', async () => {
  const objects = PATHS.filter((path) => isFields(at(path)))
  const diagnostics = await diagnosticsOf(
    changedAt(
      objects.map((path) => [...path, 'strange']),
      'x',
    ),
  )
  const known = new Map(diagnostics.map(({ field, expected }) => [field, expected.split(', ')]))
  expect(known.size).toBe(objects.length)
  for (const path of objects) {
    const fields = Object.keys(at(path) as object)
    expect(known.get([...path, 'strange'].join('.'))).toEqual(expect.arrayContaining(fields))
  }
})

async function diagnosticsOf(content: unknown): Promise<Diagnostic[]> {
  const text = JSON.stringify(content, (_, value) => (Number.isNaN(value) ? '%NAN%' : value))
  const folder = freshFolder()
  writeFileSync(join(folder, 'portfolio.yaml'), text.replaceAll('"%NAN%"', '.nan'))
  const loaded = await load(folder)
  return loaded.ok ? [] : [...loaded.diagnostics]
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function at(path: Path): unknown {
  return getIn(FULL_CONTENT, path)
}

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (!isCollection(value)) return []
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return steps.flatMap((step) => {
    const inner = [...path, step]
    return [inner, ...pathsIn(getIn(value, [step]), inner)]
  })
}

function changedAt(paths: Path[], value: unknown): unknown {
  const content = structuredClone(FULL_CONTENT)
  for (const path of paths) {
    Object.assign(getIn(content, path.slice(0, -1)) as object, { [path.at(-1) ?? '']: value })
  }
  return content
}

/** Every field of the schema. Of a `oneOf`, only the variant with the most fields. */
function fieldsOf(node: SchemaNode, path: Path = []): Path[] {
  const variants = (node.oneOf ?? []).filter(({ properties = {} }) => 'scoreKey' in properties)
  return [node, ...variants].flatMap(({ properties = {}, items }) => {
    const inner = Object.entries(properties).map(([key, child]) => [child, [...path, key]] as const)
    const all = items ? [...inner, [items, [...path, 0]] as const] : inner
    return all.flatMap(([child, at]) => [at, ...fieldsOf(child, at)])
  })
}
