import { useCallback, useSyncExternalStore } from 'react'
import { attempt } from '../lib/feature-detection.ts'

export const MOBILE = '(width <= 768px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether a media query matches. Undefined during prerendering, where it is unknown. */
export function useMediaQuery(query: string): boolean | undefined {
  const subscribe = useCallback(
    (listener: () => void) => subscribeToMedia(query, listener),
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchesMedia(query),
    () => undefined,
  )
}

/** Whether a media query matches. Undefined without browser support. */
export function matchesMedia(query: string): boolean | undefined {
  return attempt(() => matchMedia(query).matches)
}

function subscribeToMedia(query: string, listener: () => void): () => void {
  const list = attempt(() => matchMedia(query))
  attempt(() => list?.addEventListener('change', listener))
  return () => attempt(() => list?.removeEventListener('change', listener))
}
