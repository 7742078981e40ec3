// Short response texts, as EmailJS clients know them.

export const OK = 'OK'
export const FORBIDDEN = 'Forbidden'
export const TOO_MANY_REQUESTS = 'Too Many Requests'
export const CAPTCHA_MISSING = 'reCAPTCHA: The g-recaptcha-response parameter not found'
export const CAPTCHA_DUPLICATE = 'reCAPTCHA: timeout-or-duplicate'
export const CAPTCHA_INVALID = 'reCAPTCHA: invalid-input-response'

export const MALFORMED = 'The request is malformed'
export const VARIABLES_TOO_LARGE = 'Variables size limit (50 KB)'
export const TOO_MANY_FIELDS = 'Too many fields (at most 50)'
export const CORRUPTED = 'Template: One or more dynamic variables are corrupted'
export const NON_BROWSER_DISABLED = 'API access from non-browser environments is currently disabled'
export const SERVICE_UNAVAILABLE = 'Service Unavailable'
export const INTERNAL_SERVER_ERROR = 'Internal Server Error'

/** The response header with the reason of a rejection, such as `captcha-spent`. */
export const REASON_HEADER = 'x-reason'
