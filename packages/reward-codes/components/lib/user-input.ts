// User input comes first: work that the page does while it loads waits until the input is handled.

/** After a tap, browsers fire the mouse events only after `pointerup`. */
const START_EVENTS = ['pointerdown', 'mousedown', 'keydown'] as const
/** These end an interaction. Work before the end would delay its response. */
const END_EVENTS = ['pointerup', 'pointercancel', 'keyup', 'click', 'wheel'] as const
/** How long the native response to input takes to show: a menu opens, a letter appears. */
const INPUT_SETTLE_MS = 50
/** A pointer may stay down, or its end event may never reach the page. */
const INPUT_TIMEOUT_MS = 1000

let isActive = false
const waiting: (() => void)[] = []

/** Calls `onIdle` 50 ms after an interaction ends. Returns an unsubscribe function. */
export function trackUserInput(onIdle = () => {}): () => void {
  let settleTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new AbortController()
  const options = { passive: true, capture: true, signal: listeners.signal }
  const begin = () => {
    clearTimeout(settleTimer)
    isActive = true
  }
  const end = () => {
    clearTimeout(settleTimer)
    settleTimer = setTimeout(() => {
      isActive = false
      for (const resolve of waiting.splice(0)) resolve()
      onIdle()
    }, INPUT_SETTLE_MS)
  }
  for (const type of START_EVENTS) addEventListener(type, begin, options)
  for (const type of END_EVENTS) addEventListener(type, end, options)
  return () => listeners.abort()
}

/** Waits for a current interaction to end, without a time limit if `isUnlimited`. */
export async function waitForInputIdle(isUnlimited = false): Promise<void> {
  if (!isActive) return
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (!isUnlimited) setTimeout(resolve, INPUT_TIMEOUT_MS)
  })
  isActive = false
}
