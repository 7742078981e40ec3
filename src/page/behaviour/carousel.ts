export const SLIDES_WIDE = 3
export const SLIDES_NARROW = 1

/** The last index at which the gallery may stand: no empty place at its end. */
export function lastIndex(count: number, shown: number): number {
  return Math.max(0, count - shown)
}

export function clampIndex(index: number, count: number, shown: number): number {
  return Math.max(0, Math.min(index, lastIndex(count, shown)))
}

export function isInView(slide: number, index: number, shown: number): boolean {
  return slide >= index && slide < index + shown
}
