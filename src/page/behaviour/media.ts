import { useCallback, useSyncExternalStore } from 'react'

export const NARROW = '(width <= 768px)'
export const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

/** Whether a media query holds; undefined while the server renders, which cannot know it. */
export function useMedia(query: string): boolean | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => undefined,
  )
}
