import { expect, test } from 'vitest'
import { loadSample } from '../../tests/fixtures/sample-content.ts'
import { breakLines, cutTypeface, widthOf } from './outlines.ts'
import { drawSocialCard } from './social-card.ts'

const COLOURS = { paper: '#fff', ink: '#000', soft: '#555', band: '#030', onBand: '#eee' }

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

test('letters of both files of the typeface have a shape', async () => {
  const cut = await cutTypeface(600, 82, 'aŁ')
  expect(widthOf('Ł', { cut, size: 100 })).toBeGreaterThan(30)
  expect(widthOf('aŁ', { cut, size: 100 })).toBeGreaterThan(widthOf('a', { cut, size: 100 }))
})

test('lines break between words, where the width ends', async () => {
  const cut = await cutTypeface(400, 100, 'one two three')
  const style = { cut, size: 10 }
  const width = widthOf('one two', style)
  expect(breakLines('one two three', style, width)).toEqual(['one two', 'three'])
  expect(breakLines('one two three', style, 1)).toEqual(['one', 'two', 'three'])
})
