import { type RefObject, useEffect, useState } from 'react'
import { attempt, observe } from '../lib/feature-detection.ts'

type TypewriterState = {
  phrase: number
  /** How many letters of the phrase are visible. */
  letters: number
  isDeleting: boolean
}

const LETTER_MS = 100
const PAUSE_AFTER_TYPING_MS = 10 * LETTER_MS
const PAUSE_AFTER_DELETING_MS = 5 * LETTER_MS
/** How often it looks again while a dialog covers the line. */
const COVERED_MS = 500

/**
 * Types, pauses and deletes in a loop while `isRunning`. It waits while the tab is in the background, the line is out
 * of view, or a modal dialog covers the page.
 */
export function useTypewriter(
  lengths: number[],
  isRunning: boolean,
  line: RefObject<Element | null>,
): TypewriterState {
  const [typed, setTyped] = useState<TypewriterState>({ phrase: 0, letters: 0, isDeleting: false })
  const [isInView, setIsInView] = useState(true)

  useEffect(() => {
    const update = ([entry]: IntersectionObserverEntry[]) => setIsInView(!!entry?.isIntersecting)
    return observe(() => new IntersectionObserver(update), [line.current])
  }, [line])

  useEffect(() => {
    if (!isRunning || !isInView) return
    const next = nextTypewriterState(typed, lengths)
    const advance = () => {
      if (document.hidden) {
        document.addEventListener('visibilitychange', advance, { once: true })
      } else if (attempt(() => document.querySelector(':modal'))) {
        timer = setTimeout(advance, COVERED_MS)
      } else setTyped(next.typed)
    }
    let timer = setTimeout(advance, next.afterMs)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', advance)
    }
  }, [typed, lengths, isRunning, isInView])

  return typed
}

/** The next state, and the delay before it. */
export function nextTypewriterState(
  state: TypewriterState,
  lengths: number[],
): { typed: TypewriterState; afterMs: number } {
  const length = lengths[state.phrase] ?? 0
  if (!state.isDeleting) {
    return state.letters < length
      ? { typed: { ...state, letters: state.letters + 1 }, afterMs: LETTER_MS }
      : {
          typed: { ...state, letters: length - 1, isDeleting: true },
          afterMs: PAUSE_AFTER_TYPING_MS,
        }
  }
  if (state.letters > 0) {
    return { typed: { ...state, letters: state.letters - 1 }, afterMs: LETTER_MS }
  }
  const phrase = (state.phrase + 1) % lengths.length
  return { typed: { phrase, letters: 1, isDeleting: false }, afterMs: PAUSE_AFTER_DELETING_MS }
}
