// Names of the form fields in a request. EmailJS fixes the first two groups.

/** Written by the visitor. */
export const NAME_FIELD = 'user_name'
export const EMAIL_FIELD = 'user_email'
export const SUBJECT_FIELD = 'subject'
export const MESSAGE_FIELD = 'message'
export const VISITOR_FIELDS = [NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD, MESSAGE_FIELD] as const

export function isVisitorField(name: string): boolean {
  return VISITOR_FIELDS.some((field) => field === name)
}

/** Added by the client: its version and the destination of the message. */
export const VERSION_FIELD = 'lib_version'
export const SERVICE_FIELD = 'service_id'
export const TEMPLATE_FIELD = 'template_id'
/** The public key of the account. */
export const ACCOUNT_FIELD = 'user_id'

/** The captcha token of any provider. */
export const CAPTCHA_FIELD = 'g-recaptcha-response'
/** The token of reCAPTCHA v3, which only scores how human a visitor seems. */
export const SCORE_FIELD = 'recaptcha_score_response'

/** The idempotency key: a random id per message, so that a repeated request is stored once. */
export const SUBMISSION_FIELD = 'submission_id'
/** Seconds between the first interaction with the form and its submission. */
export const FILL_SECONDS_FIELD = 'seconds_to_fill'
/**
 * The honeypot: people do not see this field, so only bots fill it. The name must not be one that
 * another site's form uses for a real question.
 */
export const HONEYPOT_FIELD = 'contact_website_url'

/** The page of another site to which its form leads the visitor, instead of the gateway's own page. */
export const REDIRECT_FIELD = 'redirect_to'
