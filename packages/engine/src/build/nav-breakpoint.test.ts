import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { labelRooms } from './label-widths.ts'

test('every word of the menu keeps the room that its own font needs', () => {
  const rooms = labelRooms(loadSample())
  const widths = [...rooms.matchAll(/inline-size:([\d.]+)em/g)].map(([, em]) => Number(em))
  expect(widths).toHaveLength(5)
  // "About" takes less than "Portfolio", and no letter is wider than its height.
  expect(Math.min(...widths)).toBeGreaterThan(2)
  expect(Math.max(...widths)).toBeLessThan('Portfolio'.length)
})

test('the button of the first screen keeps the room of its words, narrower than those of the menu', () => {
  const [, em] = /--hero-button:([\d.]+)em/.exec(labelRooms(loadSample())) ?? []
  expect(Number(em)).toBeGreaterThan(5)
  expect(Number(em)).toBeLessThan('Leave a message'.length / 2)
})
