// Whoever touches the page while it comes is answered first: what it does by itself waits until then.

const BEGINNINGS = ['pointerdown', 'keydown'] as const
/** When a touch has ended; what came between a finger's coming and going would hold its answer up. */
const ENDS = ['pointerup', 'pointercancel', 'keyup', 'click', 'wheel'] as const
/** How long until what a touch does without scripts is seen: a menu that opens, a letter. */
const ANSWERED_MS = 50
/** A finger may rest for ever, or leave where nobody sees it. */
const PATIENCE_MS = 1000
const EARLY = { passive: true, capture: true }

let isTouched = false
const waiting: (() => void)[] = []

/** Calls back when a touch has ended and been answered; gives what ends that. */
export function followTouches(onTouched: () => void): () => void {
  let answered: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    clearTimeout(answered)
    isTouched = true
  }
  const end = () => {
    clearTimeout(answered)
    answered = setTimeout(() => {
      isTouched = false
      for (const go of waiting.splice(0)) go()
      onTouched()
    }, ANSWERED_MS)
  }
  for (const type of BEGINNINGS) addEventListener(type, begin, EARLY)
  for (const type of ENDS) addEventListener(type, end, EARLY)
  return () => {
    for (const type of BEGINNINGS) removeEventListener(type, begin, true)
    for (const type of ENDS) removeEventListener(type, end, true)
  }
}

/** Waits for the end of a touch that is going on. */
export async function whenUntouched(): Promise<void> {
  if (!isTouched) return
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    setTimeout(resolve, PATIENCE_MS)
  })
  isTouched = false
}
