import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  NAME_FIELD,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  TEMPLATE_FIELD,
} from '../../wire/fields.ts'
import { EMAIL_LENGTH, NAME_LENGTH, SUBJECT_LENGTH } from '../../wire/limits.ts'
import { type Account, serviceOf } from '../accounts.ts'
import { isAddress } from '../mail/address.ts'
import { type Answer, refuse } from './answer.ts'
import type { Submission } from './read-submission.ts'

const LENGTHS = {
  [NAME_FIELD]: NAME_LENGTH,
  [EMAIL_FIELD]: EMAIL_LENGTH,
  [SUBJECT_FIELD]: SUBJECT_LENGTH,
}

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u
const HELP = 'See docs/operating.md'

/** Finds the account of a submission, or says why there is none. */
export function findAccount(accounts: Map<string, Account>, { account }: Submission) {
  const found = accounts.get(account)
  if (found) return { ok: true as const, account: found }
  if (!account) return { ok: false as const, answer: required(ACCOUNT_FIELD) }
  const answer = refuse(400, `The Public Key is invalid. ${HELP}`, 'account-unknown')
  return { ok: false as const, answer }
}

/** What is wrong with a submission in itself; nothing where it may pass. */
export function findFault(submission: Submission, account: Account): Answer | undefined {
  const { service, template, variables } = submission
  if (!service) return required(SERVICE_FIELD)
  if (!template) return required(TEMPLATE_FIELD)
  if (!serviceOf(account, service)) {
    return refuse(400, `The service ID not found. ${HELP}`, 'service-unknown')
  }
  const found = account.templates.get(template)
  if (!found) return refuse(400, `The template ID not found. ${HELP}`, 'template-unknown')
  for (const [name, length] of Object.entries(LENGTHS)) {
    if ([...(variables[name] ?? '')].length > length) {
      return refuse(400, `The ${name} parameter is too long`, 'too-long')
    }
  }
  // A line break in a header of the mail would begin a header of the visitor's own.
  for (const name of new Set([...found.headerVariables, NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD])) {
    if (CONTROL_CHARACTER.test(variables[name] ?? '')) {
      return refuse(400, 'A parameter holds a line break where none may be', 'line-break')
    }
  }
  const email = variables[EMAIL_FIELD]
  if (email && !isAddress(email)) {
    return refuse(400, `The ${EMAIL_FIELD} parameter is not one e-mail address`, 'email-invalid')
  }
  return undefined
}

function required(name: string): Answer {
  return refuse(400, `The ${name} parameter is required`, 'parameter-missing')
}
