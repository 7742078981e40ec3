import { expect, test } from 'vitest'
import { firstTyped, nextTyped } from './typewriter.ts'

const LENGTHS = [3, 2]

test('begins with the first phrase complete, as the server wrote it', () => {
  expect(firstTyped(LENGTHS)).toEqual({ phrase: 0, letters: 3, isDeleting: false })
})

test('waits ten letters long after typing and five after deleting', () => {
  const story: [letters: number, phrase: number, afterMs: number][] = []
  let now = firstTyped(LENGTHS)
  for (let step = 0; step < 10; step++) {
    const { typed, afterMs } = nextTyped(now, LENGTHS)
    story.push([typed.letters, typed.phrase, afterMs])
    now = typed
  }
  expect(story).toEqual([
    [2, 0, 1000],
    [1, 0, 100],
    [0, 0, 100],
    [1, 1, 500],
    [2, 1, 100],
    [1, 1, 1000],
    [0, 1, 100],
    [1, 0, 500],
    [2, 0, 100],
    [3, 0, 100],
  ])
})
