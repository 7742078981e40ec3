import { loadSample } from 'test-fixtures/sample-content.ts'
import { expect, test } from 'vitest'
import { widthOfText } from './font-faces.ts'
import { renderSocialCardSvg } from './social-card.ts'
import { breakLines, drawLine, truncate } from './svg-text.ts'

const COLORS = {
  bg: '#fff',
  surface: '#eee',
  bgHover: '#ded',
  text: '#000',
  textMuted: '#555',
  borderStrong: '#777',
  border: '#ddd',
  accent: '#050',
  onAccent: '#fff',
  inverseBg: '#030',
  inverseText: '#eee',
}

const PATTERN = { ground: '#041', tint: '#152', shape: '#263', text: '#fff', spark: '#fa7' }

test.each([
  'Ada',
  'Wolfgang-Alexander Featherstonehaugh-Cholmondeley',
  'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(2),
  'A very long name of many words that no card of this size could ever hold in full',
])('the name %s stays within the card', (name) => {
  const sample = loadSample()
  const portfolio = { ...sample, person: { ...sample.person, name, headline: name.repeat(2) } }
  const svg = renderSocialCardSvg(portfolio, COLORS, {
    hasBrandImage: false,
    pattern: PATTERN,
  })
  const places = [...svg.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)/g)]
  expect(places.length).toBeGreaterThan(0)
  for (const [, x, y] of places) {
    expect(Number(x)).toBeGreaterThan(60)
    expect(Number(x)).toBeLessThan(1140)
    expect(Number(y)).toBeLessThan(600)
  }
})

test('the pattern depends on the name', () => {
  const sample = loadSample()
  const [ada, again, grace] = ['Ada', 'Ada', 'Grace'].map((name) => {
    const portfolio = { ...sample, person: { ...sample.person, name } }
    const svg = renderSocialCardSvg(portfolio, COLORS, { hasBrandImage: false, pattern: PATTERN })
    return /<svg x=.*?<\/svg>/.exec(svg)?.[0]
  })
  expect(ada).toContain('class="spark"')
  expect(again).toBe(ada)
  expect(grace).not.toBe(ada)
})

test('characters that no font covers are stripped', () => {
  const sample = loadSample()
  const cards = ['Anna', '🚀 Anna', '山田'].map((name) =>
    renderSocialCardSvg({ ...sample, person: { ...sample.person, name } }, COLORS, {
      hasBrandImage: true,
      pattern: PATTERN,
    }),
  )
  const [plain, withEmoji, foreign] = cards
  expect(withEmoji).toBe(plain)
  expect(foreign?.length).toBeLessThan(plain?.length ?? 0)
})

test('letters of other scripts are drawn as paths', () => {
  const style = { face: 'narrow', size: 100 } as const
  for (const letter of 'ŁЖΩạ') {
    const width = widthOfText(letter, style)
    expect(width).toBeGreaterThan(30)
    const drawn = drawLine(letter, style, { x: 0, y: 0 })
    expect(drawn).toContain('<path')
  }
})

test('breaks lines between words at the width', () => {
  const style = { face: 'reading', size: 10 } as const
  const width = widthOfText('one two', style)
  expect(breakLines('one two three', style, width)).toEqual(['one two', 'three'])
  expect(breakLines('one two three', style, 1)).toEqual(['one', 'two', 'three'])
})

test.each([
  ['Jule Petersen', 'Frontend-Entwicklerin und UX-Engineerin für Barrierefreiheit'],
  ['Wolfgang-Alexander Featherstonehaugh', 'Full-Stack Engineer for public services and health'],
])('the headline of %s is complete and above the band: %s', (name, headline) => {
  const before = lettersOf(name, '')
  const drawn = lettersOf(name, headline).slice(before.length)
  expect(drawn).toHaveLength(headline.replaceAll(' ', '').length)
  for (const y of drawn) expect(y).toBeLessThan(518 - 20)
})

test('a headline that is too long for two lines is truncated after a whole word', () => {
  const style = { face: 'reading', size: 10 } as const
  const width = widthOfText('Engineer for pub…', style)
  expect(truncate('Engineer for public services', style, width)).toBe('Engineer for…')
  expect(truncate('Engineering', style, widthOfText('Engin…', style))).toBe('Engin…')
})

/** The y coordinate of each letter on the card. */
function lettersOf(name: string, headline: string): number[] {
  const sample = loadSample()
  const person = { ...sample.person, name, headline }
  const hero = { ...sample.hero, place: 'x' }
  const svg = renderSocialCardSvg({ ...sample, person, hero }, COLORS, {
    hasBrandImage: false,
    pattern: PATTERN,
  })
  const [above = ''] = svg.split(COLORS.inverseText)
  return [...above.matchAll(/translate\([\d.-]+ ([\d.-]+)\)/g)].map(([, y]) => Number(y))
}
