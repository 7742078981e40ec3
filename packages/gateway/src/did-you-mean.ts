const MAX_DISTANCE = 3

/** Returns the known word with the smallest edit distance, if it is close enough to be a typo. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.min(MAX_DISTANCE, Math.ceil(word.length / 2)) + 1
  for (const candidate of known) {
    // The distance is at least the difference in length. Comparing a long text takes minutes.
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Sorts known words by edit distance, the most similar first. */
export function byLikeness(word: string, known: string[]): string[] {
  const distances = new Map(
    known.map((other) => [other, editDistance(word.toLowerCase(), other.toLowerCase())]),
  )
  return known.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0))
}

/** The Levenshtein distance: letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + change,
      )
    }
    previous = current
  }
  return previous[to.length] ?? 0
}
