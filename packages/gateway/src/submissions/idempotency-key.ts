import { createHash } from 'node:crypto'
import type { IdempotencyKey } from '../store/accept-message.ts'
import type { Submission } from './parse.ts'

const KEY_TTL_SECONDS = 7 * 86_400
/** A browser that repeats a POST by itself does so at once. */
const KEY_TTL_WITHOUT_ID_SECONDS = 60

/**
 * Returns the idempotency key of a submission: browsers repeat a POST by themselves when a connection
 * breaks, and visitors press the button again.
 *
 * The page sends an id per message (`submission_id`). The content is part of the key: corrected text
 * under an old id is another message. Without an id, the same content from the same network within a
 * minute is a repeat, and from another network a message of another sender.
 */
export function idempotencyKeyOf(
  submission: Submission,
  networkKey: string,
  now: number,
): IdempotencyKey {
  const { account, service, template, submissionId, variables } = submission
  const fields = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1))
  const sender = submissionId || networkKey
  const hash = createHash('sha256')
    .update(JSON.stringify([account, service, template, sender, fields]))
    .digest('base64url')
  const seconds = submissionId ? KEY_TTL_SECONDS : KEY_TTL_WITHOUT_ID_SECONDS
  return { key: `submission:${hash}`, expiresAt: now + seconds * 1000 }
}
