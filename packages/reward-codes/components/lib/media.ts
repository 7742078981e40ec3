import { attempt } from './feature-detection.ts'

export const MOBILE = '(width <= 768px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether a media query matches. Undefined without browser support. */
export function matchesMedia(query: string): boolean | undefined {
  return attempt(() => matchMedia(query).matches)
}
