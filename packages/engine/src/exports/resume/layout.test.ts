import { expect, test } from 'vitest'
import type { Block, Span, Style } from './compose.ts'
import { type Line, layoutLines, paginate } from './layout.ts'

const STYLE: Style = { face: 'reading', size: 10, color: 'text' }

function span(text: string, changes: Partial<Span> = {}): Span {
  return { text, style: STYLE, tag: { type: 'P' }, ...changes }
}

function block(spans: Span[], changes: Partial<Block> = {}): Block {
  return { spans, lineHeight: 14, space: 0, ...changes }
}

function texts(lines: Line[]): string[] {
  return lines.map(({ runs }) => runs.map(({ run }) => run.text).join(''))
}

function breaksBefore(lines: Line[]): boolean[] {
  return lines.map(({ canBreakBefore }) => canBreakBefore)
}

test('no line is wider than the line width, and no word is lost', () => {
  const text = 'Words of all lengths, incomprehensibilities and a-few-more-of-them. '
    .repeat(9)
    .trim()
  const lines = layoutLines([block([span(text)])], 150)
  for (const { runs } of lines) {
    const last = runs.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(153)
  }
  expect(texts(lines).join('')).toBe(text)
})

test('a word wider than a line is split, after punctuation if it has any', () => {
  const address = 'example.com/one/two/three/four/five/six'
  const lines = layoutLines([block([span(address)])], 90)
  expect(
    texts(lines)
      .slice(0, -1)
      .every((text) => /[/.]$/.test(text)),
  ).toBe(true)
  expect(texts(lines).join('')).toBe(address)
  const endless = 'm'.repeat(100)
  expect(texts(layoutLines([block([span(endless)])], 90)).join('')).toBe(endless)
})

test('a span with noWrap stays in one line if it fits', () => {
  const spans = [span('Some words before '), span('Mar 2025 – present', { noWrap: true })]
  expect(texts(layoutLines([block(spans)], 120)).at(-1)).toBe('Mar 2025 – present')
  expect(texts(layoutLines([block(spans)], 60)).length).toBeGreaterThan(2)
})

test('a separator is drawn only between two parts of one line', () => {
  const row = [span('one'), span('·', { isSeparator: true }), span('two')]
  expect(texts(layoutLines([block(row)], 100))).toEqual(['one ·two'])
  expect(texts(layoutLines([block(row)], 25))).toEqual(['one ', 'two'])
})

test('the last line is never a single short word', () => {
  const text = block([span('These words make a line or two, and the last of them is so')])
  for (let lineWidth = 110; lineWidth < 260; lineWidth += 5) {
    const last = layoutLines([text], lineWidth).at(-1)?.runs.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeGreaterThan(lineWidth * 0.12)
  }
})

test('a page break leaves at least two lines of a paragraph on each page', () => {
  const long = layoutLines([block([span('word '.repeat(60).trim())])], 150)
  const inner = long.slice(2, -1).map(() => true)
  expect(breaksBefore(long)).toEqual([true, false, ...inner, false])
  const short = layoutLines([block([span('word '.repeat(17).trim())])], 150)
  expect(breaksBefore(short)).toEqual([true, false, false])
})

test('no page break follows a block with keepWithNext', () => {
  const lines = layoutLines(
    [block([span('Heading')], { keepWithNext: true }), block([span('Text')])],
    99,
  )
  expect(breaksBefore(lines)).toEqual([true, false])
})

test('a character uses the first design that covers it, and a word uses only one design', () => {
  const [line] = layoutLines([block([span('Łódź ≥ 95 € Việt Олена')])], 400)
  const runs = line?.runs.map(({ run }) => [run.file.name, run.text.trim()])
  expect(runs).toEqual([
    ['reading-0-0', 'Łódź'],
    ['reading-1-0', '≥'],
    ['reading-0-0', '95 €'],
    ['reading-1-0', 'Việt Олена'],
  ])
})

function blankLines(count: number, canBreakBefore: (place: number) => boolean): Line[] {
  return Array.from({ length: count }, (_, place) => ({
    runs: [],
    height: 10,
    baseline: 8,
    space: 0,
    rule: undefined,
    canBreakBefore: canBreakBefore(place),
  }))
}

function counts(all: Line[], height: number): number[] {
  return paginate(all, height).map((page) => page.length)
}

test('a page takes as many lines as fit', () => {
  expect(
    counts(
      blankLines(25, () => true),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line that cannot start a page moves to the next page with the preceding lines', () => {
  expect(
    counts(
      blankLines(12, (place) => place !== 10),
      100,
    ),
  ).toEqual([9, 3])
  expect(
    counts(
      blankLines(12, (place) => place < 7),
      100,
    ),
  ).toEqual([6, 6])
})

test('a block higher than a page is split at the page end', () => {
  expect(
    counts(
      blankLines(25, () => false),
      100,
    ),
  ).toEqual([10, 10, 5])
})

test('a line higher than a page takes a separate page', () => {
  expect(
    counts(
      blankLines(3, () => true),
      5,
    ),
  ).toEqual([1, 1, 1])
})

test('the space above a line is dropped at the top of a page', () => {
  const spaced = blankLines(4, () => true).map((line) => ({ ...line, space: 5 }))
  expect(paginate(spaced, 30).map((page) => page.map(({ top }) => top))).toEqual([
    [0, 15],
    [0, 15],
  ])
})
