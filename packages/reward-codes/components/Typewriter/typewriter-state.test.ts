import { expect, test } from 'vitest'
import { nextTypewriterState } from './typewriter-state.ts'

const LENGTHS = [3, 2]

test('waits 1000 ms after typing and 500 ms after deleting', () => {
  const steps: [letters: number, phrase: number, afterMs: number][] = []
  let now = { phrase: 0, letters: 0, isDeleting: false }
  for (let step = 0; step < 11; step++) {
    const { typed, afterMs } = nextTypewriterState(now, LENGTHS)
    steps.push([typed.letters, typed.phrase, afterMs])
    now = typed
  }
  expect(steps).toEqual([
    [1, 0, 100],
    [2, 0, 100],
    [3, 0, 100],
    [2, 0, 1000],
    [1, 0, 100],
    [0, 0, 100],
    [1, 1, 500],
    [2, 1, 100],
    [1, 1, 1000],
    [0, 1, 100],
    [1, 0, 500],
  ])
})
