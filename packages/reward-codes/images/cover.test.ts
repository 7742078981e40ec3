import { expect, test } from 'vitest'
import { COVER_SHAPES } from '../content/schema/projects.ts'
import { coverFile, drawCover } from './cover.ts'

const BOX = { width: 140, height: 70 }
const COLORS = { ground: '#104030', shape: '#f0fff8' }

/** How many shapes the lines of a path have. */
function countShapes(path: string | undefined, dashes: string): number {
  const step = dashes.split(' ').reduce((sum, part) => sum + Number(part), 0)
  const lengths = Array.from(path?.matchAll(/h([\d.]+)/g) ?? [], ([, length]) => Number(length))
  return lengths.reduce((sum, length) => sum + Math.floor(length / step) + 1, 0)
}

for (const shape of COVER_SHAPES) {
  test.each([
    [210, 186],
    [40, 40],
    [400, 0],
    [900, 450],
    [1, 1],
    [7, 3],
  ])(`${shape}: of %i, %i are marked`, (count, marked) => {
    const drawing = drawCover({ count, marked, shape }, BOX)
    expect(countShapes(drawing.marked, drawing.dashes)).toBe(marked)
    expect(countShapes(drawing.rest, drawing.dashes)).toBe(count - marked)
  })
}

test('all shapes are inside the box', () => {
  for (const shape of COVER_SHAPES) {
    for (const count of [1, 2, 9, 210, 2000]) {
      const { rest = '', thickness } = drawCover({ count, shape }, BOX)
      for (const [, x, y, length] of rest.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)/g)) {
        expect(Number(x) + Number(length)).toBeLessThanOrEqual(BOX.width + 0.1)
        expect(Number(y) - thickness / 2).toBeGreaterThanOrEqual(-0.1)
        expect(Number(y) + thickness / 2).toBeLessThanOrEqual(BOX.height + 0.1)
      }
    }
  }
})

test('a file has a ground, its shapes and no letters', () => {
  const file = coverFile({ count: 210, marked: 186, shape: 'cells' }, BOX, COLORS)
  expect(file.match(/<path/g)).toHaveLength(3)
  expect(file).not.toContain('<text')
  expect(file.length).toBeLessThan(1200)
  expect(coverFile(undefined, BOX, COLORS).match(/<path/g)).toHaveLength(1)
})
