import { VISITOR_FIELDS } from 'reward-codes-gateway/protocol'
import { attempt } from '../lib/feature-detection.ts'
import { storageKey } from '../lib/storage-key.ts'

const DRAFT_KEY = 'draft'
const SUBMISSION_ID = /^[\w-]{1,64}$/

/** An unsent message, stored in the tab of the visitor. If storage is blocked or full, it lasts until the page unloads. */
export type Draft = {
  fields: Record<string, string>
  /** The idempotency key. Stored, so that a retry after a reload is still the same message. */
  submissionId: string
  /** Time of the first interaction, in milliseconds since the epoch. */
  startedAt?: number
}

/** A message that nobody has begun. */
export function newDraft(): Draft {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  // Not a UUID, which browsers make on secure origins only.
  const submissionId = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { fields: {}, submissionId }
}

/** Returns the stored draft, or undefined if there is none that is valid: storage is untrusted input. */
export function readDraft(): Draft | undefined {
  const draft = attempt(() => JSON.parse(sessionStorage.getItem(storageKey(DRAFT_KEY)) ?? ''))
  const { fields, submissionId, startedAt } = draft ?? {}
  if (typeof submissionId !== 'string' || !SUBMISSION_ID.test(submissionId)) return undefined
  const stored = VISITOR_FIELDS.flatMap((name) => {
    const value: unknown = fields?.[name]
    return typeof value === 'string' && value ? [[name, value]] : []
  })
  return {
    fields: Object.fromEntries(stored),
    submissionId,
    // A start in the future means that the clock was set back.
    ...(typeof startedAt === 'number' && startedAt <= Date.now() && { startedAt }),
  }
}

/** Stores the draft, or removes it if it is empty. */
export function writeDraft(draft: Draft): void {
  const isEmpty = Object.values(draft.fields).every((value) => !value)
  if (isEmpty) clearDraft()
  else attempt(() => sessionStorage.setItem(storageKey(DRAFT_KEY), JSON.stringify(draft)))
}

export function clearDraft(): void {
  attempt(() => sessionStorage.removeItem(storageKey(DRAFT_KEY)))
}
