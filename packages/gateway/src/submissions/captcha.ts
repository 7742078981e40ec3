import type { IdempotencyKey } from '../store/accept-message.ts'

/** The result of a captcha check. */
export type Verdict =
  /** Solved. `once` is the key that the transaction of the message claims. */
  | { kind: 'passed'; once?: IdempotencyKey }
  /** Suspicious, or not verified by its provider: the message is stored and held. */
  | { kind: 'suspect'; reason: string }
  | { kind: 'refused'; text: string; reason: string }

export type VerifyInput = {
  /** The captcha token, from `g-recaptcha-response`. */
  token: string
  /** The reCAPTCHA v3 token, if the page requested one. */
  scoreToken: string
  /** The host name of the visitor's page. */
  hostname: string | undefined
  now: number
}

export type Captcha = {
  verify: (input: VerifyInput) => Promise<Verdict>
  /** Returns a new challenge; only for the captcha that this gateway issues itself. */
  challenge?: (now: number) => Promise<object>
}
