const MAX_DISTANCE = 3

/** Returns the known word with the smallest edit distance, if it is close enough to be a typo. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = MAX_DISTANCE + 1
  for (const candidate of known) {
    const shorter = Math.min(word.length, candidate.length)
    // The distance is at least the difference in length. Comparing a long text takes minutes.
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance && distance <= Math.ceil(shorter / 2)) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
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
