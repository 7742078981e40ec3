import type { Account } from '../account.ts'
import { isAddress } from '../address.ts'
import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
  MESSAGE_FIELD,
  NAME_FIELD,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  TEMPLATE_FIELD,
} from '../protocol.ts'
import { ALIASES } from '../visitor-fields.ts'
import { type HttpResult, reject, type Submission, textIn } from './parse.ts'

const MAX_LENGTHS = new Map<string, number>([
  [NAME_FIELD, MAX_NAME_LENGTH],
  [EMAIL_FIELD, MAX_EMAIL_LENGTH],
  [SUBJECT_FIELD, MAX_SUBJECT_LENGTH],
])

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u
export const HELP = 'See docs/operating.md'

/** Rejects a submission whose account does not exist. */
export function rejectAccount({ account }: Submission): HttpResult {
  if (!account) return required(ACCOUNT_FIELD)
  return reject(400, `The Public Key is invalid. ${HELP}`, 'account-unknown')
}

/**
 * Gives the fields of a form the names that this gateway reads and its templates use: those of the manifest, then
 * those of EmailJS. An alias whose value is no address, or no name, stays as it is.
 */
export function withOwnNames(submission: Submission, fields: Account['fields']): Submission {
  const variables = { ...submission.variables }
  const rename = (theirs: string, own: string) => {
    const value = variables[theirs]
    delete variables[theirs]
    if (value !== undefined) variables[own] = value
  }
  for (const [own, theirs] of Object.entries(fields)) {
    rename(theirs, own)
  }
  for (const [own, aliases] of ALIASES) {
    const isUsable = (text: string) => text !== '' && !rejectValue(own, text)
    const alias = aliases.find((name) => isUsable(textIn(variables, name)))
    if (alias && variables[own] === undefined) rename(alias, own)
  }
  return { ...submission, variables }
}

/** Returns the first validation error of a submission; undefined if it is valid. */
export function validateSubmission(
  submission: Submission,
  account: Account,
): HttpResult | undefined {
  const { service, template, variables } = submission
  if (!service) return required(SERVICE_FIELD)
  if (!template) return required(TEMPLATE_FIELD)
  if (!account.services.includes(service)) {
    return reject(400, `The service ID not found. ${HELP}`, 'service-unknown')
  }
  if (!account.templates.has(template)) {
    return reject(400, `The template ID not found. ${HELP}`, 'template-unknown')
  }
  for (const name of MAX_LENGTHS.keys()) {
    const rejection = rejectValue(name, textIn(variables, name))
    if (rejection) return rejection
  }
  if (account.isMessageRequired && variables[MESSAGE_FIELD] === undefined) {
    return required(MESSAGE_FIELD)
  }
  return undefined
}

/** The error of a visitor's name, address or subject. */
export function rejectValue(name: string, text: string): HttpResult | undefined {
  if ([...text].length > (MAX_LENGTHS.get(name) ?? 0)) {
    return reject(400, `The ${name} parameter is too long`, 'too-long')
  }
  if (CONTROL_CHARACTER.test(text)) {
    return reject(400, 'A parameter holds a line break where none may be', 'line-break')
  }
  if (name === EMAIL_FIELD && text && !isAddress(text)) {
    return reject(400, `The ${EMAIL_FIELD} parameter is not one e-mail address`, 'email-invalid')
  }
  return undefined
}

function required(name: string): HttpResult {
  return reject(400, `The ${name} parameter is required`, 'parameter-missing')
}
