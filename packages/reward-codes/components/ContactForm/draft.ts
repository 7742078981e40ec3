import { VISITOR_FIELDS } from 'reward-codes-gateway/protocol'
import { storageKey } from '../lib/storage-key.ts'
import { type FieldValues, fillEmptyFields, readFields } from './fields.ts'
import { DRAFT_KEY, type FormStore } from './form-state.ts'

const SUBMISSION_ID = /^[\w-]{1,64}$/

/** An unsent message, stored in the tab of the visitor. */
export type Draft = {
  fields: FieldValues
  /** Stored so that a retry after a reload is still the same message. */
  submissionId: string
  startedAt: number | undefined
}

/** Restores the stored draft with its submission id, or starts a new message. */
export function restoreDraft(form: HTMLFormElement, store: FormStore, subjects: readonly string[]) {
  const draft = readDraft()
  if (draft) fillEmptyFields(form, draft.fields, subjects)
  const { startedAt } = store.get()
  store.set({
    submissionId: draft?.submissionId ?? randomId(),
    startedAt: draft?.startedAt ?? startedAt,
  })
}

export function saveDraft(form: HTMLFormElement, store: FormStore): void {
  const { subject, submissionId, startedAt } = store.get()
  writeDraft({ fields: readFields(form, subject), submissionId, startedAt })
}

/** The message was sent: clears the draft and starts a new message. */
export function finishDraft(store: FormStore): void {
  clearDraft()
  store.set({ submissionId: randomId() })
}

/** Returns the stored draft, or undefined if it is missing, invalid, or storage is blocked. */
export function readDraft(): Draft | undefined {
  try {
    return parseDraft(sessionStorage.getItem(storageKey(DRAFT_KEY)))
  } catch {
    return undefined
  }
}

/** Stores the draft, or removes it if it is empty. */
export function writeDraft(draft: Draft): void {
  // If storage is blocked or full, the text lasts until the page unloads.
  try {
    if (VISITOR_FIELDS.every((name) => !draft.fields[name])) clearDraft()
    else sessionStorage.setItem(storageKey(DRAFT_KEY), JSON.stringify(draft))
  } catch {}
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageKey(DRAFT_KEY))
  } catch {}
}

/** Validates the draft, because storage is untrusted input. */
export function parseDraft(text: string | null): Draft | undefined {
  const draft = parseObject(text)
  const fields = draft && asObject(draft.fields)
  const { submissionId } = draft ?? {}
  if (!fields || typeof submissionId !== 'string' || !SUBMISSION_ID.test(submissionId)) {
    return undefined
  }
  const { startedAt: start } = draft
  // A start in the future means that the clock was set back.
  const startedAt = typeof start === 'number' && start <= Date.now() ? start : undefined
  const stored = VISITOR_FIELDS.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' && value ? [[name, value]] : []
  })
  return { fields: Object.fromEntries(stored), submissionId, startedAt }
}

/** A random UUID. `crypto.randomUUID` exists only in secure contexts: TLS or localhost. */
export function randomId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID()
  const bytes = Uint8Array.from(webCrypto().getRandomValues(new Uint8Array(16)), setVersionBits)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** TypeScript assumes that `randomUUID` always exists, and narrows `crypto` to `never` here. */
function webCrypto(): Crypto {
  return crypto
}

/** Sets the version (4) and variant bits of a UUID. */
function setVersionBits(byte: number, index: number): number {
  if (index === 6) return (byte & 0x0f) | 0x40
  if (index === 8) return (byte & 0x3f) | 0x80
  return byte
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
