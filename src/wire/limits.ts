/** The longest name, in characters. */
export const NAME_LENGTH = 200

/** The longest e-mail address that SMTP can carry, in characters. */
export const EMAIL_LENGTH = 254

/** The longest subject, in characters. */
export const SUBJECT_LENGTH = 200

/** The longest message, in characters: about eight printed pages. */
export const MESSAGE_LENGTH = 20_000

/** All variables of one message together, in bytes, as EmailJS has it. */
export const VARIABLES_BYTES = 50 * 1024

/** People take longer than this to fill the form, in seconds. */
export const SHORTEST_FILL_SECONDS = 3
