import { EMAIL_FIELD } from '../../wire/fields.ts'
import { SHORTEST_FILL_SECONDS } from '../../wire/limits.ts'
import { domainOf, mailboxOf, plainAddress, plainDomain } from '../mail/address.ts'
import type { Submission } from './read-submission.ts'

/** Two letters beside each other that only look as if they were of one alphabet. */
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/** What speaks for a program instead of a person. Such a message is held for the owner to judge. */
export function suspicionsOf({ trap, seconds, variables }: Submission): string[] {
  const reasons: string[] = []
  if (trap) reasons.push('trap field filled')
  // Only the page tells the time; a client of EmailJS may send without it.
  if (seconds !== '' && !(Number(seconds) >= SHORTEST_FILL_SECONDS)) reasons.push('filled too fast')
  if (MIXED.test((variables[EMAIL_FIELD] ?? '').normalize('NFKC')))
    reasons.push('mixed alphabets in the address')
  return reasons
}

/** Whether the owner has refused this sender, by address or by domain and what lies below it. */
export function isBlocked({ variables }: Submission, blockList: readonly string[]): boolean {
  const sender = plainAddress(variables[EMAIL_FIELD] ?? '')
  if (!sender) return false
  const domain = domainOf(sender)
  return blockList.some((entry) => {
    const blocked = entry.replace(/^@/, '')
    if (blocked.includes('@')) return [sender, mailboxOf(sender)].includes(plainAddress(blocked))
    const refused = plainDomain(blocked)
    return domain === refused || domain.endsWith(`.${refused}`)
  })
}
