import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { labelRooms } from './header-width.ts'

test('every word of the menu keeps the room that its own font needs', () => {
  const widths = [...labelRooms(loadSample()).matchAll(/calc\(([\d.]+)em/g)].map(([, em]) =>
    Number(em),
  )
  expect(widths).toHaveLength(5)
  // "About" takes less than "Portfolio", and no letter is wider than its height.
  expect(Math.min(...widths)).toBeGreaterThan(2)
  expect(Math.max(...widths)).toBeLessThan('Portfolio'.length)
})
