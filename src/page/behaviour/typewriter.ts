export type Typed = {
  phrase: number
  /** How many letters of the phrase stand on the page. */
  letters: number
  isDeleting: boolean
}

const LETTER_MS = 100
const PAUSE_AFTER_TYPING_MS = 10 * LETTER_MS
const PAUSE_AFTER_DELETING_MS = 5 * LETTER_MS

/** The page arrives with its first phrase complete, as the server wrote it. */
export function firstTyped(lengths: number[]): Typed {
  return { phrase: 0, letters: lengths[0] ?? 0, isDeleting: false }
}

/** What stands on the page next, and how long to wait for it. */
export function nextTyped(now: Typed, lengths: number[]): { typed: Typed; afterMs: number } {
  const length = lengths[now.phrase] ?? 0
  if (!now.isDeleting) {
    return now.letters < length
      ? { typed: { ...now, letters: now.letters + 1 }, afterMs: LETTER_MS }
      : {
          typed: { ...now, letters: length - 1, isDeleting: true },
          afterMs: PAUSE_AFTER_TYPING_MS,
        }
  }
  if (now.letters > 0) {
    return { typed: { ...now, letters: now.letters - 1 }, afterMs: LETTER_MS }
  }
  const phrase = (now.phrase + 1) % lengths.length
  return { typed: { phrase, letters: 1, isDeleting: false }, afterMs: PAUSE_AFTER_DELETING_MS }
}
