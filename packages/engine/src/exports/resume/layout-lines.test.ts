import { expect, test } from 'vitest'
import { loadFaces } from '../faces.ts'
import type { Block, Span, Style } from './blocks.ts'
import { type Line, makeLines } from './lines.ts'

const STYLE: Style = { face: 'reading', size: 10, colour: 'ink' }
const faces = await loadFaces()

function span(text: string, changes: Partial<Span> = {}): Span {
  return { text, style: STYLE, tag: { type: 'P' }, ...changes }
}

function block(spans: Span[], changes: Partial<Block> = {}): Block {
  return { spans, lineHeight: 14, space: 0, ...changes }
}

function texts(lines: Line[]): string[] {
  return lines.map(({ runs }) => runs.map(({ run }) => run.text).join(''))
}

function begins(lines: Line[]): boolean[] {
  return lines.map(({ mayBegin }) => mayBegin)
}

test('no line is wider than its measure, and no word is lost', () => {
  const text = 'Words of all lengths, incomprehensibilities and a-few-more-of-them. '
    .repeat(9)
    .trim()
  const lines = makeLines([block([span(text)])], 150, faces)
  for (const { runs } of lines) {
    const last = runs.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(153)
  }
  expect(texts(lines).join('')).toBe(text)
})

test('a word wider than the measure is parted, after a sign if it has any', () => {
  const address = 'example.com/one/two/three/four/five/six'
  const lines = makeLines([block([span(address)])], 90, faces)
  expect(
    texts(lines)
      .slice(0, -1)
      .every((text) => /[/.]$/.test(text)),
  ).toBe(true)
  expect(texts(lines).join('')).toBe(address)
  const endless = 'm'.repeat(100)
  expect(texts(makeLines([block([span(endless)])], 90, faces)).join('')).toBe(endless)
})

test('what is whole stays in one line if it fits into one', () => {
  const spans = [span('Some words before '), span('Mar 2025 – present', { isWhole: true })]
  expect(texts(makeLines([block(spans)], 120, faces)).at(-1)).toBe('Mar 2025 – present')
  expect(texts(makeLines([block(spans)], 60, faces)).length).toBeGreaterThan(2)
})

test('a dot stands between two things of one line only', () => {
  const row = [span('one'), span('·', { isSeparator: true }), span('two')]
  expect(texts(makeLines([block(row)], 100, faces))).toEqual(['one ·two'])
  expect(texts(makeLines([block(row)], 25, faces))).toEqual(['one ', 'two'])
})

test('the last line is never one short word', () => {
  const text = block([span('These words make a line or two, and the last of them is so')])
  for (let measure = 110; measure < 260; measure += 5) {
    const last = makeLines([text], measure, faces).at(-1)?.runs.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(measure * 0.12)
  }
})

test('a paragraph is parted between its second and its last but one line', () => {
  const long = makeLines([block([span('word '.repeat(60).trim())])], 150, faces)
  const inner = long.slice(2, -1).map(() => true)
  expect(begins(long)).toEqual([true, false, ...inner, false])
  const short = makeLines([block([span('word '.repeat(17).trim())])], 150, faces)
  expect(begins(short)).toEqual([true, false, false])
})

test('no page begins right after what leads', () => {
  const lines = makeLines(
    [block([span('Heading')], { leads: true }), block([span('Text')])],
    99,
    faces,
  )
  expect(begins(lines)).toEqual([true, false])
})

test('a letter comes from the first design that has it, a word from one alone', () => {
  const [line] = makeLines([block([span('Łódź ≥ 95 € Việt Олена')])], 400, faces)
  const runs = line?.runs.map(({ run }) => [run.cut.name, run.text.trim()])
  expect(runs).toEqual([
    ['reading-0-0', 'Łódź'],
    ['reading-1-0', '≥'],
    ['reading-0-0', '95 €'],
    ['reading-1-0', 'Việt Олена'],
  ])
})
