// The names of the form's fields as they travel. EmailJS fixes the first two groups.

/** What the visitor writes. */
export const NAME_FIELD = 'user_name'
export const EMAIL_FIELD = 'user_email'
export const SUBJECT_FIELD = 'subject'
export const MESSAGE_FIELD = 'message'

/** What the client adds: its version and where the message goes. */
export const VERSION_FIELD = 'lib_version'
export const SERVICE_FIELD = 'service_id'
export const TEMPLATE_FIELD = 'template_id'
/** The public key of the account. */
export const ACCOUNT_FIELD = 'user_id'

/** The captcha's answer, whatever provider gave it. */
export const CAPTCHA_FIELD = 'g-recaptcha-response'
/** The answer of reCAPTCHA v3, which only says how human a visitor seems. */
export const SCORE_FIELD = 'recaptcha_score_response'

/** A random name for one message, so that a repeated request stays one message. */
export const SUBMISSION_FIELD = 'submission_id'
/** How many seconds passed between the first touch of the form and sending. */
export const SECONDS_FIELD = 'seconds_to_fill'
/**
 * A field that people do not see; whoever fills it is a program. No name that another site's form
 * may have for a true question.
 */
export const TRAP_FIELD = 'contact_website_url'
