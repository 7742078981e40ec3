/** Thrown in place of an answer that did not come in time. */
export const TIMED_OUT = Symbol('no answer in time')

/** Everything that can go wrong with sending, as far as a visitor can act on it. */
export type Failure =
  | 'offline'
  | 'timeout'
  | 'tooMany'
  | 'forbidden'
  | 'headless'
  | 'captchaRefused'
  | 'refused'
  | 'failed'

// The client of EmailJS rejects in three shapes: a string (its own checks), an object with status
// and text (an answer, or its own refusal), and whatever fetch throws.
export function classifyFailure(error: unknown, isOnline: boolean): Failure {
  if (error === TIMED_OUT) return 'timeout'
  const answer = readAnswer(error)
  if (!answer) return isOnline ? 'failed' : 'offline'
  // Gateways say what was wrong with a captcha in a 400, all beginning alike.
  if (answer.text.startsWith('reCAPTCHA:')) return 'captchaRefused'
  if (answer.status === 429) return 'tooMany'
  if (answer.status === 403) return 'forbidden'
  if (answer.status === 451) return 'headless'
  // Sending the same once more would be of no use.
  if (answer.status === 400 || answer.status === 413) return 'refused'
  return 'failed'
}

/**
 * Where no gateway listens, a host or a proxy may answer with a page of its own and status 200: a
 * front page, a log-in. No gateway does, and "Thank you" would lose the message.
 */
export function isForeignPage(text: string): boolean {
  return /^\s*<(?:[!?]|(?:html|head|body)\b)/i.test(text)
}

/** Whether the captcha's answer can still be used, because it never left the browser. */
export function keepsCaptcha(failure: Failure): boolean {
  return failure === 'offline' || failure === 'headless'
}

function readAnswer(error: unknown): { status: number; text: string } | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  const text = 'text' in error ? String(error.text) : ''
  return { status: Number(error.status), text }
}
