import { expect, test } from 'vitest'
import { changedSample, set } from '../../tests/fixtures/change-content.ts'
import { loadPortfolio } from './load.ts'

const TALKS = { id: 'talks', menu: 'Talks', heading: 'Talks', text: ['About pages.'] }

function faultsAfter(fields: Record<string, unknown>) {
  const folder = changedSample((content) => {
    for (const [field, value] of Object.entries(fields)) set(field, value)(content)
  })
  const loaded = loadPortfolio(folder)
  return loaded.ok ? [] : loaded.problems.map(({ field, suggestion }) => [field, suggestion])
}

test('an order of sections that are there is whole', () => {
  expect(faultsAfter({ sections: [TALKS], order: ['talks', 'about', 'contact'] })).toEqual([])
})

test('a name that no section has is told with the nearest one', () => {
  expect(faultsAfter({ order: ['about', 'projcts'] })).toEqual([['order.1', 'projects']])
})

test('a section that is named twice, or two of one name, are told', () => {
  expect(faultsAfter({ order: ['about', 'about'] })).toEqual([['order.1', undefined]])
  expect(faultsAfter({ sections: [TALKS, TALKS] })).toEqual([['sections.1.id', undefined]])
})

test('they are told beside faults of single fields', () => {
  const faults = faultsAfter({ 'hero.place': 7, order: ['projcts'] })
  expect(faults.map(([field]) => field)).toEqual(['hero.place', 'order.0'])
})
