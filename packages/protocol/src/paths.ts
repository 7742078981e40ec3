/** Accepts a form as multipart data. EmailJS clients fix this path. */
export const SEND_FORM_PATH = '/api/v1.0/email/send-form'

/** Accepts a message as JSON. EmailJS clients fix this path. */
export const SEND_PATH = '/api/v1.0/email/send'

/** Returns a new captcha challenge for the account in the query parameter `user_id`. */
export const CHALLENGE_PATH = '/api/v1.0/captcha/challenge'

/** Says how the messages of the account in the query parameter `user_id` are delivered. */
export const DELIVERY_PATH = '/api/v1.0/delivery'

/** Whether a host belongs to the service EmailJS, which has the same paths as a gateway. */
export function isEmailJsHost(hostname: string): boolean {
  return /(?:^|\.)emailjs\.com$/.test(hostname)
}
