import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  TEMPLATE_FIELD,
} from 'reward-codes-protocol/fields'
import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SUBJECT_LENGTH,
  MIN_FILL_SECONDS,
} from 'reward-codes-protocol/limits'
import type { Account } from '../accounts.ts'
import {
  canonicalAddress,
  canonicalDomain,
  domainOf,
  isAddress,
  stripPlusTag,
} from '../delivery/address.ts'
import { type HttpResult, reject } from '../http/result.ts'
import { someText, textIn } from '../variables.ts'
import type { Submission } from './parse.ts'

const MAX_LENGTHS = {
  [NAME_FIELD]: MAX_NAME_LENGTH,
  [EMAIL_FIELD]: MAX_EMAIL_LENGTH,
  [SUBJECT_FIELD]: MAX_SUBJECT_LENGTH,
}

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u
const HELP = 'See docs/operating.md'

/** Rejects a submission whose account does not exist. */
export function rejectAccount({ account }: Submission): HttpResult {
  if (!account) return required(ACCOUNT_FIELD)
  return reject(400, `The Public Key is invalid. ${HELP}`, 'account-unknown')
}

/** Returns the first validation error of a submission; undefined if it is valid. */
export function validateSubmission(
  submission: Submission,
  account: Account,
): HttpResult | undefined {
  const { service, template, variables } = submission
  if (!service) return required(SERVICE_FIELD)
  if (!template) return required(TEMPLATE_FIELD)
  if (!account.services.has(service)) {
    return reject(400, `The service ID not found. ${HELP}`, 'service-unknown')
  }
  const found = account.templates.get(template)
  if (!found) return reject(400, `The template ID not found. ${HELP}`, 'template-unknown')
  for (const [name, length] of Object.entries(MAX_LENGTHS)) {
    if ([...textIn(variables, name)].length > length) {
      return reject(400, `The ${name} parameter is too long`, 'too-long')
    }
  }
  // A line break in a mail header would let the visitor add a header.
  for (const name of new Set([...found.headerVariables, NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD])) {
    if (someText(variables[name], (text) => CONTROL_CHARACTER.test(text))) {
      return reject(400, 'A parameter holds a line break where none may be', 'line-break')
    }
  }
  const email = textIn(variables, EMAIL_FIELD)
  if (email && !isAddress(email)) {
    return reject(400, `The ${EMAIL_FIELD} parameter is not one e-mail address`, 'email-invalid')
  }
  if (account.isMessageRequired && variables[MESSAGE_FIELD] === undefined) {
    return required(MESSAGE_FIELD)
  }
  return undefined
}

function required(name: string): HttpResult {
  return reject(400, `The ${name} parameter is required`, 'parameter-missing')
}

/** Two adjacent letters of scripts that look alike. */
const MIXED_SCRIPTS =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/** Signs that a bot sent the message. Such a message is held for the owner to judge. */
export function spamSignals({ honeypot, fillSeconds, variables }: Submission): string[] {
  const reasons: string[] = []
  if (honeypot) reasons.push('honeypot filled')
  // Only the page sends the time; an EmailJS client may omit it.
  if (fillSeconds !== '' && !(Number(fillSeconds) >= MIN_FILL_SECONDS))
    reasons.push('filled too fast')
  if (MIXED_SCRIPTS.test(textIn(variables, EMAIL_FIELD).normalize('NFKC')))
    reasons.push('mixed alphabets in the address')
  return reasons
}

/** Whether the owner blocks this sender, by address, or by domain with its subdomains. */
export function isBlocked({ variables }: Submission, blockList: readonly string[]): boolean {
  const sender = canonicalAddress(textIn(variables, EMAIL_FIELD))
  if (!sender) return false
  const domain = domainOf(sender)
  return blockList.some((entry) => {
    const blocked = entry.replace(/^@/, '')
    if (blocked.includes('@'))
      return [sender, stripPlusTag(sender)].includes(canonicalAddress(blocked))
    const blockedDomain = canonicalDomain(blocked)
    return domain === blockedDomain || domain.endsWith(`.${blockedDomain}`)
  })
}
