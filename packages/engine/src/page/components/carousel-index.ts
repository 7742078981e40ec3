export const DESKTOP_SLIDES = 3
export const MOBILE_SLIDES = 1

/** The largest index that leaves no gap after the last slide. */
export function lastIndex(count: number, visibleCount: number): number {
  return Math.max(0, count - visibleCount)
}

export function clampIndex(index: number, count: number, visibleCount: number): number {
  return Math.max(0, Math.min(index, lastIndex(count, visibleCount)))
}

export function isInView(slide: number, index: number, visibleCount: number): boolean {
  return slide >= index && slide < index + visibleCount
}
