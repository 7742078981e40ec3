/** Takes a form as multipart data. The clients of EmailJS fix this path. */
export const SEND_FORM_PATH = '/api/v1.0/email/send-form'

/** Takes a message as JSON. The clients of EmailJS fix this path. */
export const SEND_PATH = '/api/v1.0/email/send'

/** Hands out a fresh captcha challenge for the account in the query `user_id`. */
export const CHALLENGE_PATH = '/api/v1.0/captcha/challenge'
