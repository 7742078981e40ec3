import { valueAt } from './at-path.ts'
import { nearest } from './nearest.ts'
import { BUILT_IN } from './own-section.ts'
import { describeFound, type Fault } from './problem.ts'

/**
 * Names in the order that no section has, and sections of one name. Apart from the schema, because
 * that compares fields with each other only once each of them is right by itself.
 */
export function findOrderFaults(content: unknown): Fault[] {
  const own = listIn(content, 'sections').map((section) => textIn(section, 'id'))
  const order = listIn(content, 'order')
  const known = [...BUILT_IN, ...own.filter((id) => id !== undefined)]
  return [
    ...order.flatMap((name, place) =>
      typeof name === 'string' ? checkName(name, place, { order, known }) : [],
    ),
    ...own.flatMap((id, place) =>
      id !== undefined && own.indexOf(id) < place
        ? [
            {
              path: ['sections', place, 'id'],
              found: describeFound(id),
              allowed: 'a name that no other section has',
            },
          ]
        : [],
    ),
  ]
}

type Names = { order: unknown[]; known: string[] }

function checkName(name: string, place: number, { order, known }: Names): Fault[] {
  const path = ['order', place]
  const found = describeFound(name)
  if (!known.includes(name)) {
    return [{ path, found, allowed: known.join(', '), suggestion: nearest(name, known) }]
  }
  return order.indexOf(name) < place ? [{ path, found, allowed: 'each section once' }] : []
}

function listIn(content: unknown, name: string): unknown[] {
  const value = valueAt(content, [name])
  return Array.isArray(value) ? value : []
}

function textIn(value: unknown, name: string): string | undefined {
  const text = valueAt(value, [name])
  return typeof text === 'string' ? text : undefined
}
