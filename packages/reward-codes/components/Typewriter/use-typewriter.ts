import { type RefObject, useState } from 'react'
import { observe } from '../lib/feature-detection.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import { nextTypewriterState, type TypewriterState } from './typewriter-state.ts'

/**
 * Types, pauses and deletes in a loop while `isRunning`, from the phrase that the server has rendered. It waits while the tab is in the background or the
 * line is out of view.
 */
export function useTypewriter(
  lengths: number[],
  isRunning: boolean,
  line: RefObject<Element | null>,
): TypewriterState {
  const [typed, setTyped] = useState<TypewriterState>({
    phrase: 0,
    letters: lengths[0] ?? 0,
    isDeleting: false,
  })
  const [isInView, setIsInView] = useState(true)

  useSafeEffect(() => {
    const update = ([entry]: IntersectionObserverEntry[]) => setIsInView(!!entry?.isIntersecting)
    return observe(() => new IntersectionObserver(update), [line.current])
  }, [line])

  useSafeEffect(() => {
    if (!isRunning || !isInView) return
    const next = nextTypewriterState(typed, lengths)
    const advance = () => {
      if (document.hidden) {
        document.addEventListener('visibilitychange', advance, { once: true })
      } else setTyped(next.typed)
    }
    const timer = setTimeout(advance, next.afterMs)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', advance)
    }
  }, [typed, lengths, isRunning, isInView])

  return typed
}
