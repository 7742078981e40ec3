import { useCallback, useSyncExternalStore } from 'react'
import { attempt } from './feature-detection.ts'
import { matchesMedia } from './media.ts'

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

function subscribeToMedia(query: string, listener: () => void): () => void {
  const list = attempt(() => matchMedia(query))
  attempt(() => list?.addEventListener('change', listener))
  return () => attempt(() => list?.removeEventListener('change', listener))
}
