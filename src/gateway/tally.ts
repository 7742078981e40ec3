/** What this process has done since it began. Names come from the code alone, so they are few. */
export type Tally = {
  accepted: number
  refused: Map<string, number>
  attempts: Map<string, number>
}

export function createTally(): Tally {
  return { accepted: 0, refused: new Map(), attempts: new Map() }
}

export function countIn(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}
