/** The largest index that leaves no gap after the last slide. */
export function lastIndex(count: number, visibleCount: number): number {
  return Math.max(0, count - visibleCount)
}

export function clampIndex(index: number, count: number, visibleCount: number): number {
  return Math.max(0, Math.min(index, lastIndex(count, visibleCount)))
}
