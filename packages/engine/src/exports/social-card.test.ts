import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { loadFaces } from './faces.ts'
import { breakLines, drawLine, widthOf } from './outlines.ts'
import { drawSocialCard } from './social-card.ts'

const COLOURS = {
  paper: '#fff',
  ink: '#000',
  soft: '#555',
  control: '#777',
  rule: '#ddd',
  accent: '#050',
  band: '#030',
  onBand: '#eee',
}

test.each([
  'Ada',
  'Wolfgang-Alexander Featherstonehaugh-Cholmondeley',
  'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2),
  'A very long name of many words that no card of this size could ever hold in full',
])('the name %s stays within the card', async (name) => {
  const sample = loadSample()
  const portfolio = { ...sample, person: { ...sample.person, name, headline: name.repeat(2) } }
  const svg = await drawSocialCard(portfolio, COLOURS, { hasBrandPicture: false })
  const places = [...svg.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)/g)]
  expect(places.length).toBeGreaterThan(0)
  for (const [, x, y] of places) {
    expect(Number(x)).toBeGreaterThan(60)
    expect(Number(x)).toBeLessThan(1140)
    expect(Number(y)).toBeLessThan(600)
  }
})

test('letters that no font has are left out, and the rest is drawn', async () => {
  const sample = loadSample()
  const cards = ['Anna', '🚀 Anna', '山田'].map((name) =>
    drawSocialCard({ ...sample, person: { ...sample.person, name } }, COLOURS, {
      hasBrandPicture: true,
    }),
  )
  const [plain, withEmoji, foreign] = await Promise.all(cards)
  expect(withEmoji).toBe(plain)
  expect(foreign?.length).toBeLessThan(plain?.length ?? 0)
})

test('letters of other scripts have a shape too', async () => {
  const faces = await loadFaces()
  const style = { face: 'narrow', size: 100 } as const
  for (const letter of 'ŁЖΩạ') {
    const width = widthOf(letter, style, faces)
    expect(width).toBeGreaterThan(30)
    const drawn = drawLine(letter, style, { x: 0, y: 0 }, faces)
    expect(drawn).toContain('<path')
  }
})

test('lines break between words, where the width ends', async () => {
  const faces = await loadFaces()
  const style = { face: 'reading', size: 10 } as const
  const width = widthOf('one two', style, faces)
  expect(breakLines('one two three', style, width, faces)).toEqual(['one two', 'three'])
  expect(breakLines('one two three', style, 1, faces)).toEqual(['one', 'two', 'three'])
})
