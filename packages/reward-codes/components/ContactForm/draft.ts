import { VISITOR_FIELDS } from 'reward-codes-gateway/protocol'
import { attempt } from '../lib/feature-detection.ts'
import { sitePath } from '../lib/site-path.ts'

const DRAFT_KEY = 'draft'
const SUBMISSION_ID = /^[\w-]{1,64}$/

/**
 * An unsent message, stored in the tab of the visitor: boot.ts stores each field as it is typed, the form all of them
 * when it sends. If storage is blocked or full, the draft lasts until the page unloads.
 */
export type Draft = {
  fields: Record<string, string>
  /** The idempotency key. Stored, so that a retry after a reload is still the same message. */
  submissionId: string
  /** Time of the first interaction, in milliseconds since the epoch. */
  startedAt?: number
}

/** Returns what is valid of the stored draft, which is untrusted input, and a new id if it has none. */
export function readDraft(): Draft {
  const draft = attempt(() => JSON.parse(sessionStorage.getItem(sitePath(DRAFT_KEY)) ?? ''))
  const { fields, submissionId, startedAt } = draft ?? {}
  const stored = VISITOR_FIELDS.flatMap((name) => {
    const value: unknown = fields?.[name]
    return typeof value === 'string' && value ? [[name, value]] : []
  })
  return {
    fields: Object.fromEntries(stored),
    submissionId:
      typeof submissionId === 'string' && SUBMISSION_ID.test(submissionId)
        ? submissionId
        : newSubmissionId(),
    // A start in the future means that the clock was set back.
    ...(typeof startedAt === 'number' && startedAt <= Date.now() && { startedAt }),
  }
}

export function writeDraft(draft: Draft): void {
  attempt(() => sessionStorage.setItem(sitePath(DRAFT_KEY), JSON.stringify(draft)))
}

/** Adds the id to the fields that boot.ts stores, so that a copy of the tab sends the same message. */
export function storeSubmissionId({ submissionId }: Draft): void {
  attempt(() => {
    const stored = JSON.parse(sessionStorage.getItem(sitePath(DRAFT_KEY)) || '{}')
    if (stored.submissionId === submissionId) return
    sessionStorage.setItem(sitePath(DRAFT_KEY), JSON.stringify({ ...stored, submissionId }))
  })
}

export function clearDraft(): void {
  attempt(() => sessionStorage.removeItem(sitePath(DRAFT_KEY)))
}

/** Not a UUID, which browsers make on secure origins only. */
function newSubmissionId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
