import { describe, expect, test } from 'vitest'
import { longResume } from '../../../tests/fixtures/full-resume.ts'
import { loadFaces } from '../faces.ts'
import { composeResume } from './compose.ts'
import { type Line, makeLines } from './lines.ts'
import { makePages } from './pages.ts'

const lines = makeLines(composeResume(longResume(40), 10), 452, await loadFaces())

/** Where pages end, whatever their height. */
const breaks = Array.from({ length: 120 }, (_, step) => 300 + step * 5).flatMap((height) => {
  const pages = makePages(lines, height).map((page) => page.map(({ line }) => line))
  return pages.slice(1).map((after, place) => ({ before: pages[place] ?? [], after }))
})

describe('wherever a page ends', () => {
  test('no heading is its last line, and no role without what it led to', () => {
    const heads = breaks.filter(({ before }) => tagOf(before.at(-1))?.type.startsWith('H'))
    for (const { before, after } of heads) {
      expect(tagOf(before.at(-1))?.type).toBe('H3')
      expect(tagOf(after[0])?.type).toMatch(/^H[23]$/)
    }
  })

  test('no line of a paragraph stands alone on either side', () => {
    const parted = breaks.filter(({ before, after }) => tagOf(before.at(-1)) === tagOf(after[0]))
    expect(parted.length).toBeGreaterThan(0)
    for (const { before, after } of parted) {
      const tag = tagOf(after[0])
      expect(before.filter((line) => tagOf(line) === tag).length).toBeGreaterThan(1)
      expect(after.filter((line) => tagOf(line) === tag).length).toBeGreaterThan(1)
    }
  })

  test('no entry of a list stands alone on either side', () => {
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

/** The list that a line belongs to, by way of its entry. */
function listOf(line: Line | undefined) {
  const tag = tagOf(line)
  return tag?.type === 'LBody' ? tag.parent?.parent : undefined
}
