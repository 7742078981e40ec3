/** Maximum length of the name, in characters. */
export const MAX_NAME_LENGTH = 200

/** Maximum length of an e-mail address in SMTP, in characters. */
export const MAX_EMAIL_LENGTH = 254

/** Maximum length of the subject, in characters. */
export const MAX_SUBJECT_LENGTH = 200

/** Maximum length of the message, in characters: about eight printed pages. */
export const MAX_MESSAGE_LENGTH = 20_000

/** Maximum size of all variables of one message, in bytes, as in EmailJS. */
export const MAX_VARIABLES_BYTES = 50 * 1024

/** Minimum time to fill the form, in seconds. People take longer. */
export const MIN_FILL_SECONDS = 3
