import type { InTransaction } from './database.ts'
import type { Write } from './group-commit.ts'
import { claimKey, type IdempotencyKey } from './idempotency-keys.ts'
import { enqueue, type NewMessage } from './outbox.ts'
import { incrementCounter } from './rate-counters.ts'

/** The hourly quota of a site: messages to deliver, and messages to store at all. */
export type Quota = { bucket: string; delivered: number; stored: number }

export type IncomingMessage = {
  identity: IdempotencyKey
  /** The solved captcha, if it is valid for one message only. */
  captcha: IdempotencyKey | undefined
  quota: Quota
  message: NewMessage
}

export type Accepted =
  | { kind: 'stored'; reason: string | null }
  | { kind: 'duplicate' | 'captcha-spent' | 'site-rate-limited' }

export const QUOTA_SECONDS = 3600
const OVER_QUOTA = 'site rate limit exceeded'

/** Accepts a message on SQLite. Concurrent ones share a commit. */
export async function acceptMessage(write: Write, incoming: IncomingMessage): Promise<Accepted> {
  try {
    return await write((tx) => acceptInTransaction(tx, incoming))
  } catch (error) {
    if (error instanceof Rejected) return { kind: error.kind }
    throw error
  }
}

/**
 * Stores a message, claims its keys and counts it. A rejected message leaves nothing: it must not use up
 * the hourly quota, and concurrent requests must not use one captcha twice. PostgreSQL does the same in
 * the function `accept_message`.
 */
async function acceptInTransaction(
  tx: InTransaction,
  { identity, captcha, quota, message }: IncomingMessage,
): Promise<Accepted> {
  const { id: messageId, now } = message
  if (!(await claimKey(tx, { ...identity, messageId, now }))) return { kind: 'duplicate' }
  if (captcha && !(await claimKey(tx, { ...captcha, messageId, now }))) {
    throw new Rejected('captcha-spent')
  }
  const count = await incrementCounter(tx, quota.bucket, { seconds: QUOTA_SECONDS, now })
  if (count > quota.stored) throw new Rejected('site-rate-limited')
  const stored = count > quota.delivered ? holdOverQuota(message) : message
  await enqueue(tx, stored)
  return { kind: 'stored', reason: stored.reason }
}

export function holdOverQuota(message: NewMessage): NewMessage {
  const reason = [message.reason, OVER_QUOTA].filter(Boolean).join(', ')
  return { ...message, reason, mayReply: false }
}

/** Thrown to roll back the transaction of a message. */
class Rejected extends Error {
  readonly kind: 'captcha-spent' | 'site-rate-limited'
  constructor(kind: 'captcha-spent' | 'site-rate-limited') {
    super(kind)
    this.kind = kind
  }
}
