/** The fields in which the widgets of two providers repeat their token. A message needs none of them. */
export const PROVIDER_CAPTCHA_FIELDS: string[] = ['h-captcha-response', 'cf-turnstile-response']

/** The action for which the page requests a score of reCAPTCHA v3, and a gateway accepts one. */
export const SCORE_ACTION = 'contact'
