import type { SendError } from './form-state.ts'

// The EmailJS client rejects with a string (its own checks), with an object of status and text (a
// response, or its own rejection), or with any error of fetch.
export function toSendError(error: unknown, isOnline: boolean): SendError {
  if (!(error instanceof Object && 'status' in error)) return isOnline ? 'failed' : 'offline'
  const { status, text }: { status: unknown; text?: unknown } = error
  // Gateways report captcha errors as status 400 with this prefix.
  if (String(text).startsWith('reCAPTCHA:')) return 'captchaRefused'
  if (status === 429) return 'tooMany'
  if (status === 403) return 'forbidden'
  if (status === 451) return 'headless'
  // A retry of the same message would fail again.
  if (status === 400 || status === 413) return 'refused'
  return 'failed'
}

/** Whether the captcha token is still valid, because it never left the browser. */
export function isCaptchaReusable(error: SendError): boolean {
  return error === 'offline' || error === 'headless'
}
