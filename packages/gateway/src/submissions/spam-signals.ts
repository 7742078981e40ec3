import { EMAIL_FIELD } from 'reward-codes-protocol/fields'
import { MIN_FILL_SECONDS } from 'reward-codes-protocol/limits'
import { canonicalAddress, canonicalDomain, domainOf, stripPlusTag } from '../delivery/address.ts'
import { textIn } from '../variables.ts'
import type { Submission } from './parse.ts'

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
