import { longResume } from 'test-fixtures/full-resume.ts'
import { describe, expect, test } from 'vitest'
import { composeResume } from './compose.ts'
import { type Line, layoutLines, paginate } from './layout.ts'

const lines = layoutLines(composeResume(longResume(40), 10), 452)

/** The page breaks for many page heights. */
const breaks = Array.from({ length: 120 }, (_, step) => 300 + step * 5).flatMap((height) => {
  const pages = paginate(lines, height).map((page) => page.map(({ line }) => line))
  return pages.slice(1).map((after, place) => ({ before: pages[place] ?? [], after }))
})

describe('at every page break', () => {
  test('a page ends with a heading only if it is a role without a body', () => {
    const heads = breaks.filter(({ before }) => tagOf(before.at(-1))?.type.startsWith('H'))
    for (const { before, after } of heads) {
      expect(tagOf(before.at(-1))?.type).toBe('H3')
      expect(tagOf(after[0])?.type).toMatch(/^H[23]$/)
    }
  })

  test('a paragraph has no orphan and no widow', () => {
    const parted = breaks.filter(({ before, after }) => tagOf(before.at(-1)) === tagOf(after[0]))
    expect(parted.length).toBeGreaterThan(0)
    for (const { before, after } of parted) {
      const tag = tagOf(after[0])
      expect(before.filter((line) => tagOf(line) === tag).length).toBeGreaterThan(1)
      expect(after.filter((line) => tagOf(line) === tag).length).toBeGreaterThan(1)
    }
  })

  test('a list leaves no single item on either side', () => {
    const bullets = (all: Line[], list: unknown) => all.filter((line) => listOf(line) === list)
    const parted = breaks.filter(
      ({ before, after }) => listOf(after[0]) && listOf(before.at(-1)) === listOf(after[0]),
    )
    for (const { before, after } of parted) {
      expect(bullets(before, listOf(after[0])).length).toBeGreaterThan(1)
      expect(bullets(after, listOf(after[0])).length).toBeGreaterThan(1)
    }
  })
})

function tagOf(line: Line | undefined) {
  return line?.runs.at(-1)?.span.tag
}

/** The list that the line's item belongs to. */
function listOf(line: Line | undefined) {
  const tag = tagOf(line)
  return tag?.type === 'LBody' ? tag.parent?.parent : undefined
}
