import { SUBJECT_FIELD, VISITOR_FIELDS } from 'reward-codes-gateway/protocol'
import { attempt } from '../lib/feature-detection.ts'
import { sitePath } from '../lib/site-path.ts'

const DRAFT_KEY = 'draft'
const SUBMISSION_ID = /^[\w-]{1,64}$/

/**
 * An unsent message, stored in the tab of the visitor, as it is typed. If storage is blocked or full, the draft lasts
 * until the page unloads. Only this module reads and writes it.
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

/** Chooses the subject of a message whose writer has chosen none. */
export function chooseSubject(subject: string): void {
  const { fields, ...draft } = readDraft()
  writeDraft({ ...draft, fields: { ...fields, [SUBJECT_FIELD]: fields[SUBJECT_FIELD] ?? subject } })
}

export function clearDraft(): void {
  attempt(() => sessionStorage.removeItem(sitePath(DRAFT_KEY)))
}

/** Not a UUID, which browsers make on secure origins only. */
function newSubmissionId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
