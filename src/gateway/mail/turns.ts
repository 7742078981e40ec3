/** Does one thing after another, so many at a time. */
export type Turns = <R>(act: () => Promise<R>) => Promise<R>

export function createTurns(places: number): Turns {
  let free = places
  const waiting: (() => void)[] = []
  return async (act) => {
    if (free > 0) free--
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await act()
    } finally {
      const begin = waiting.shift()
      // The place of one who leaves is at once that of the next.
      if (begin) begin()
      else free++
    }
  }
}
