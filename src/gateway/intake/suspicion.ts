import { EMAIL_FIELD } from '../../wire/fields.ts'
import { SHORTEST_FILL_SECONDS } from '../../wire/limits.ts'
import { domainOf } from '../mail/address.ts'
import type { Submission } from './read-submission.ts'

/** What speaks for a program instead of a person. Such a message is held for the owner to judge. */
export function suspicionsOf({ trap, seconds }: Submission): string[] {
  const reasons: string[] = []
  if (trap) reasons.push('trap field filled')
  // Only the page tells the time; a client of EmailJS may send without it.
  if (seconds !== '' && !(Number(seconds) >= SHORTEST_FILL_SECONDS)) reasons.push('filled too fast')
  return reasons
}

/** Whether the owner has refused this sender, by address or by domain and what lies below it. */
export function isBlocked({ variables }: Submission, blockList: readonly string[]): boolean {
  const sender = (variables[EMAIL_FIELD] ?? '').toLowerCase()
  if (!sender) return false
  const domain = domainOf(sender)
  return blockList.some((entry) => {
    const blocked = entry.toLowerCase().replace(/^@/, '')
    return blocked.includes('@')
      ? sender === blocked
      : domain === blocked || domain.endsWith(`.${blocked}`)
  })
}
