// Both start at the click on Send, even if it came before any script loaded.

/** How long a message waits for the scripts before the browser posts the form. */
export const SCRIPTS_MS = 10_000
/** The visitor gets a result within this time: scripts, captcha, score and response together. */
const DEADLINE_MS = 18_000

/** Aborts when the visitor must get a result. Each step of sending waits no longer than this. */
export function startDeadline(pressedAt: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), pressedAt + DEADLINE_MS - Date.now())
  return controller.signal
}
