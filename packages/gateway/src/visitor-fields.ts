import type { Variables } from './message.ts'
import { EMAIL_FIELD, NAME_FIELD } from './protocol.ts'

/** The names that forms of EmailJS have for the address and the name of a visitor, the first one first. */
export const ALIASES = [
  [EMAIL_FIELD, ['email', 'from_email', 'reply_to']],
  [NAME_FIELD, ['name', 'from_name']],
] as const

/** All names of a field. */
export function namesOf(field: string): readonly string[] {
  const [, aliases = []] = ALIASES.find(([own]) => own === field) ?? []
  return [field, ...aliases]
}

/** Bidirectional control characters, which make a text look different from what it is, such as a file name. */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

/** Reads the stored fields of a message for people, with line ends as LF. */
export function readFields({ template_params }: { template_params: string | null }): Variables {
  return JSON.parse((template_params ?? '{}').replace(BIDI_CONTROLS, ''), (_, value) =>
    typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value,
  )
}
