// Both start at the click on Send, even if it came before any script loaded.

/** How long a message waits for the scripts before the browser posts the form. */
export const SCRIPTS_MS = 10_000
/** The time until a result: loading scripts, captcha, score and response together. */
const DEADLINE_MS = 18_000

/** A signal that aborts when that time is over. No step of sending waits longer. */
export function startDeadline(pressedAt: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), pressedAt + DEADLINE_MS - Date.now())
  return controller.signal
}
