export type TypewriterState = {
  phrase: number
  /** How many letters of the phrase are visible. */
  letters: number
  isDeleting: boolean
}

const LETTER_MS = 100
const PAUSE_AFTER_TYPING_MS = 10 * LETTER_MS
const PAUSE_AFTER_DELETING_MS = 5 * LETTER_MS

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
