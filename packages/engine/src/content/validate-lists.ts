import { nearest } from 'reward-codes-gateway/did-you-mean'
import { BUILT_IN } from './custom-section.ts'
import { type ContentError, formatReceived } from './diagnostic.ts'
import { getIn } from './get-in.ts'
import type { Path } from './source.ts'

// These rules are not part of the schema, which compares fields with each other only once each of
// them is valid.

const UNIQUE_LISTS = [
  {
    list: ['contact', 'subjects'],
    field: [],
    expected: 'unique subjects',
  },
  { list: ['person', 'profiles'], field: ['url'], expected: 'unique URLs' },
]

/** Reports unknown and repeated names in `sectionOrder`, and duplicate section ids. */
export function validateOrder(content: unknown): ContentError[] {
  const custom = getList(content, 'customSections').map((section) => getText(section, ['id']))
  const order = getList(content, 'sectionOrder')
  const known = [...BUILT_IN, ...custom.filter((id) => id !== undefined)]
  return [
    ...order.flatMap((name, index) =>
      typeof name === 'string' ? checkName(name, index, { order, known }) : [],
    ),
    ...custom.flatMap((id, index) =>
      id !== undefined && custom.indexOf(id) < index
        ? [
            {
              path: ['customSections', index, 'id'],
              found: formatReceived(id),
              expected: 'an id that no other section uses',
            },
          ]
        : [],
    ),
  ]
}

type Names = { order: unknown[]; known: string[] }

function checkName(name: string, index: number, { order, known }: Names): ContentError[] {
  const path = ['sectionOrder', index]
  const found = formatReceived(name)
  if (!known.includes(name)) {
    return [{ path, found, expected: known.join(', '), suggestion: nearest(name, known) }]
  }
  return order.indexOf(name) < index ? [{ path, found, expected: 'each section once' }] : []
}

/** List entries that duplicate an earlier entry. */
export function findRepeats(content: unknown): ContentError[] {
  return UNIQUE_LISTS.flatMap(({ list, field, expected }) => {
    const entries = getIn(content, list)
    if (!Array.isArray(entries)) return []
    const texts = entries.map((entry) => getText(entry, field)?.trim())
    return texts.flatMap((text, index) =>
      text !== undefined && texts.indexOf(text) < index
        ? [{ path: [...list, index, ...field], found: formatReceived(text), expected }]
        : [],
    )
  })
}

function getList(content: unknown, name: string): unknown[] {
  const value = getIn(content, [name])
  return Array.isArray(value) ? value : []
}

function getText(value: unknown, path: Path): string | undefined {
  const text = getIn(value, path)
  return typeof text === 'string' ? text : undefined
}
