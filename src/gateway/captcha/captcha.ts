import type { OnceKey } from '../store/once.ts'

/** What a captcha says about a message. */
export type Verdict =
  /** Solved. What may be used only once is spent together with storing the message. */
  | { kind: 'passed'; once?: OnceKey }
  /** Solved, but it smells: the message is stored and held. */
  | { kind: 'suspect'; reason: string }
  | { kind: 'refused'; text: string; reason: string }
  /** The provider did not answer, or the owner's secret is wrong: nobody knows. */
  | { kind: 'unknown'; reason: string }

export type Answer = {
  /** The token of the captcha, from `g-recaptcha-response`. */
  token: string
  /** The token of reCAPTCHA v3, where the page asked for one. */
  scoreToken: string
  /** The host name of the page that the visitor was on. */
  hostname: string | undefined
  now: number
}

export type Captcha = {
  verify: (answer: Answer) => Promise<Verdict>
  /** A fresh challenge, for the captcha that this gateway solves itself. */
  challenge?: (now: number) => Promise<object>
}

export const noCaptcha: Captcha = { verify: async () => ({ kind: 'passed' }) }
