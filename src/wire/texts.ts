// The short texts that answers carry, as clients of EmailJS know them.

export const OK = 'OK'
export const FORBIDDEN = 'Forbidden'
export const TOO_MANY_REQUESTS = 'Too Many Requests'
export const HEADLESS = 'Unavailable For Headless Browser'
export const CAPTCHA_MISSING = 'reCAPTCHA: The g-recaptcha-response parameter not found'
export const CAPTCHA_SPENT = 'reCAPTCHA: timeout-or-duplicate'
export const CAPTCHA_WRONG = 'reCAPTCHA: invalid-input-response'

export const MALFORMED = 'The request is malformed'
export const VARIABLES_TOO_LARGE = 'Variables size limit (50 KB)'
export const NOT_FROM_PROGRAMS = 'API access from non-browser environments is currently disabled'
export const UNAVAILABLE = 'Service Unavailable'
export const FAILED = 'Internal Server Error'

/** The header that names the reason of a refusal for programs, such as `captcha-spent`. */
export const REASON_HEADER = 'x-reason'
