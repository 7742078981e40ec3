import { createHash } from 'node:crypto'
import { type OnceKey, spendOnce } from '../store/once.ts'
import { enqueue, type NewMessage } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { Submission } from './read-submission.ts'

const NAMED_SECONDS = 7 * 86_400
const UNNAMED_SECONDS = 600

/**
 * Under which name a submission is known, so that its repeats are recognised.
 *
 * Browsers send a POST again by themselves when a connection breaks, and visitors press the button
 * again. The words belong to the name: a corrected text under an old name is another message.
 */
export function identityOf(submission: Submission, now: number): OnceKey {
  const { account, service, template, submissionId, variables } = submission
  const words = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))
  const hash = createHash('sha256')
    .update(JSON.stringify([account, service, template, submissionId, words]))
    .digest('base64url')
  const seconds = submissionId ? NAMED_SECONDS : UNNAMED_SECONDS
  return { key: `submission:${hash}`, expiresAt: now + seconds * 1000 }
}

export type Arrival = {
  identity: OnceKey
  /** The solved captcha, where it is good for one message only. */
  captcha: OnceKey | undefined
  message: NewMessage
}

/** Stores a message and spends its captcha, both or neither. */
export async function storeMessage(
  { write }: Store,
  { identity, captcha, message }: Arrival,
): Promise<'stored' | 'repeated' | 'captcha-spent'> {
  const { id: messageId, now } = message
  try {
    return await write(async (tx) => {
      if (!(await spendOnce(tx, { ...identity, messageId, now }))) return 'repeated'
      if (captcha && !(await spendOnce(tx, { ...captcha, messageId, now })))
        throw new CaptchaSpent()
      await enqueue(tx, message)
      return 'stored'
    })
  } catch (error) {
    if (error instanceof CaptchaSpent) return 'captcha-spent'
    throw error
  }
}

/** Thrown so that the transaction takes the spent identity back. */
class CaptchaSpent extends Error {}
