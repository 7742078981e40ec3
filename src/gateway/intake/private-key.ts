import { createHash, timingSafeEqual } from 'node:crypto'
import type { Account } from '../accounts.ts'
import type { Submission } from './read-submission.ts'

/** Whether the sender knows the account's private key, compared without telling how much of it. */
export function holdsKey({ privateKey: given }: Submission, { privateKey }: Account): boolean {
  if (!given || !privateKey) return false
  return timingSafeEqual(digest(given), digest(privateKey))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
