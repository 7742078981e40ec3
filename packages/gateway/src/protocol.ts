// What a contact form and its gateway both say. Pages bundle this module, so it imports nothing.

/** Accepts a form as multipart data. EmailJS clients fix this path. */
export const SEND_FORM_PATH = '/api/v1.0/email/send-form'

/** Accepts a message as JSON. EmailJS clients fix this path. */
export const SEND_PATH = '/api/v1.0/email/send'

/** Returns a new captcha challenge for the account in the query parameter `user_id`. */
export const CHALLENGE_PATH = '/api/v1.0/captcha/challenge'

/** Whether a host belongs to the service EmailJS, which has the same paths as a gateway. */
export function isEmailJsHost(hostname: string): boolean {
  return /(?:^|\.)emailjs\.com$/.test(hostname)
}

// Names of the form fields in a request. EmailJS fixes the first two groups.

/** Written by the visitor. */
export const NAME_FIELD = 'user_name'
export const EMAIL_FIELD = 'user_email'
export const SUBJECT_FIELD = 'subject'
export const MESSAGE_FIELD = 'message'
export const VISITOR_FIELDS = [NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD, MESSAGE_FIELD] as const

/** The destination of the message, which the client adds. */
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

/** The language of the page with the form, if it is not the main one of its site. */
export const LANGUAGE_FIELD = 'page_language'

/** The language whose texts a tag such as de-AT gets. The Chinese ones are in simplified characters. */
export function textLanguage(tag: string): string {
  const isTraditional = /^zh-(?:hant|tw|hk|mo)\b/i.test(tag)
  return (isTraditional ? tag : tag.split('-')[0])?.toLowerCase() ?? ''
}

/** The fields in which the widgets of two providers repeat their token. A message needs none of them. */
export const PROVIDER_CAPTCHA_FIELDS: string[] = ['h-captcha-response', 'cf-turnstile-response']

/** The action for which the page requests a score of reCAPTCHA v3, and a gateway accepts one. */
export const SCORE_ACTION = 'contact'

/** Maximum length of the name, in characters. */
export const MAX_NAME_LENGTH = 200

/** Maximum length of an e-mail address in SMTP, in characters. */
export const MAX_EMAIL_LENGTH = 254

/** Maximum length of the subject, in characters. */
export const MAX_SUBJECT_LENGTH = 200

/** Maximum length of the message, in characters: about eight printed pages. */
export const MAX_MESSAGE_LENGTH = 20_000

// The account, service and template of a page that names none, as its own gateway knows them.

/** EmailJS generates its public keys, never this one. */
export const DEFAULT_PUBLIC_KEY = 'portfolio'
/** The first service of every account, unless the account uses this name for another one. */
export const DEFAULT_SERVICE = 'default_service'
/** EmailJS generates its template ids, never this one. */
export const DEFAULT_TEMPLATE = 'message'

// Short response texts, as EmailJS clients know them.

export const OK = 'OK'
export const FORBIDDEN = 'Forbidden'
export const TOO_MANY_REQUESTS = 'Too Many Requests'
export const CAPTCHA_MISSING = 'reCAPTCHA: The g-recaptcha-response parameter not found'
export const CAPTCHA_DUPLICATE = 'reCAPTCHA: timeout-or-duplicate'
export const CAPTCHA_INVALID = 'reCAPTCHA: invalid-input-response'

export const VARIABLES_TOO_LARGE = 'Variables size limit (50 KB)'

/** The security headers of every page, except the Content-Security-Policy. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

/** The settings of a gateway that the privacy notice of a site states. One that the build does not know is undefined. */
export type StatedSettings = {
  retentionDays?: number | undefined
  autoReply?: boolean | undefined
  /** The host name of the mail server, if it is not in the network of the gateway. */
  mailServer?: string | undefined
}
