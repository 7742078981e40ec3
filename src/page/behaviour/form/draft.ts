import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../../wire/fields.ts'
import { DRAFT_KEY } from './has-draft.ts'

export const DRAFT_FIELDS = [NAME_FIELD, EMAIL_FIELD, SUBJECT_FIELD, MESSAGE_FIELD] as const

const SUBMISSION_ID = /^[\w-]{1,64}$/

/** A month. */
const LONGEST_MS = 30 * 86_400_000

export type DraftField = (typeof DRAFT_FIELDS)[number]

/** What a visitor has typed and not sent, kept on this device. */
export type Draft = {
  fields: Partial<Record<DraftField, string>>
  /** Kept with the text, so that sending again after a reload is still the same message. */
  submissionId: string
  /** When the form was first touched, in milliseconds; unset until then. */
  startedAt: number | undefined
}

/** The kept draft; none if there is none, it cannot be read, or storage is blocked. */
export function readDraft(): Draft | undefined {
  try {
    return parseDraft(localStorage.getItem(DRAFT_KEY))
  } catch {
    return undefined
  }
}

/** Keeps the draft and tells whether it could; one without a word in it is not kept. */
export function writeDraft(draft: Draft): boolean {
  // Storage may be blocked or full; then the text lives as long as the page.
  try {
    if (isEmpty(draft)) localStorage.removeItem(DRAFT_KEY)
    else localStorage.setItem(DRAFT_KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(DRAFT_KEY)
  } catch {}
}

/** Anybody can write into storage, so nothing in it is taken on trust. */
export function parseDraft(text: string | null): Draft | undefined {
  const draft = parseObject(text)
  const fields = draft && asObject(draft.fields)
  const { submissionId } = draft ?? {}
  if (!fields || typeof submissionId !== 'string' || !SUBMISSION_ID.test(submissionId)) {
    return undefined
  }
  const age = typeof draft.startedAt === 'number' ? Date.now() - draft.startedAt : 0
  // Nobody's words lie on a shared computer for ever; a clock may also have been set back.
  if (age < 0 || age > LONGEST_MS) return undefined
  const kept = DRAFT_FIELDS.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' && value ? [[name, value]] : []
  })
  return {
    fields: Object.fromEntries(kept),
    submissionId,
    startedAt: typeof draft.startedAt === 'number' ? draft.startedAt : undefined,
  }
}

/** Whether a draft holds these words and no others. */
export function isSame(draft: Draft | undefined, fields: Draft['fields']): boolean {
  if (!draft) return false
  return DRAFT_FIELDS.every((name) => (draft.fields[name] ?? '') === (fields[name] ?? ''))
}

function isEmpty({ fields }: Draft): boolean {
  return DRAFT_FIELDS.every((name) => !fields[name])
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    return asObject(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}
