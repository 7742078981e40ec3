import { useEffect, useState } from 'react'

type TypewriterState = {
  phrase: number
  /** How many letters of the phrase are visible. */
  letters: number
  isDeleting: boolean
}

const LETTER_MS = 100
const PAUSE_AFTER_TYPING_MS = 10 * LETTER_MS
const PAUSE_AFTER_DELETING_MS = 5 * LETTER_MS

/** Types, pauses and deletes in a loop while `isRunning`. Pauses in a background tab. */
export function useTypewriter(lengths: number[], isRunning: boolean): TypewriterState {
  const [typed, setTyped] = useState(() => initialTypewriterState(lengths))
  const isVisible = useIsVisible()

  useEffect(() => {
    if (!isRunning || !isVisible) return
    const next = nextTypewriterState(typed, lengths)
    const timer = setTimeout(() => setTyped(next.typed), next.afterMs)
    return () => clearTimeout(timer)
  }, [typed, lengths, isRunning, isVisible])

  return typed
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const update = () => setIsVisible(!document.hidden)
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}

/** Starts with the first phrase complete, as prerendered. */
export function initialTypewriterState(lengths: number[]): TypewriterState {
  return { phrase: 0, letters: lengths[0] ?? 0, isDeleting: false }
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
