import { VISITOR_FIELDS } from 'reward-codes-protocol/fields'
import { storageKey } from '../lib/storage-key.ts'
import { type FieldValues, fillEmptyFields, readFields } from './fields.ts'
import { DRAFT_KEY, type FormStore } from './form-state.ts'

const SUBMISSION_ID = /^[\w-]{1,64}$/

/** 30 days. */
const MAX_AGE_MS = 30 * 86_400_000

/** An unsent message, stored on the device of the visitor. */
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
  const isStored = writeDraft({ fields: readFields(form, subject), submissionId, startedAt })
  if (isStored !== store.get().isDraftStored) store.set({ isDraftStored: isStored })
}

export function startNewMessage(store: FormStore): void {
  store.set({ submissionId: randomId(), wasSentElsewhere: false })
}

/** The message was sent: clears the draft and starts a new message. */
export function finishDraft(form: HTMLFormElement, store: FormStore): void {
  const { subject, isDraftStored } = store.get()
  // Keep a newer draft of another tab. After a failed write, the stored draft is an older one.
  if (!isDraftStored || isSame(readDraft(), readFields(form, subject))) clearDraft()
  startNewMessage(store)
}

/**
 * Handles that another tab has sent the shared draft. If the content here differs, it is a new
 * message. The same content keeps its submission id, so that it cannot arrive twice.
 */
export function handleStorage(event: StorageEvent, form: HTMLFormElement, store: FormStore): void {
  if (event.key !== storageKey(DRAFT_KEY) || event.newValue !== null) return
  const { subject, changed } = store.get()
  if (isSame(parseDraft(event.oldValue), readFields(form, subject))) {
    store.set({ wasSentElsewhere: true })
  } else {
    startNewMessage(store)
    if (changed.length > 0) saveDraft(form, store)
  }
}

/** Returns the stored draft, or undefined if it is missing, invalid, or storage is blocked. */
export function readDraft(): Draft | undefined {
  try {
    return parseDraft(localStorage.getItem(storageKey(DRAFT_KEY)))
  } catch {
    return undefined
  }
}

/** Stores the draft, or removes it if it is empty. Returns whether storage accepted it. */
export function writeDraft(draft: Draft): boolean {
  // If storage is blocked or full, the text lasts until the page unloads.
  try {
    if (VISITOR_FIELDS.every((name) => !draft.fields[name]))
      localStorage.removeItem(storageKey(DRAFT_KEY))
    else localStorage.setItem(storageKey(DRAFT_KEY), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function clearDraft(): void {
  try {
    localStorage.removeItem(storageKey(DRAFT_KEY))
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
  const startedAt = typeof draft.startedAt === 'number' ? draft.startedAt : undefined
  const age = startedAt === undefined ? 0 : Date.now() - startedAt
  // Expire drafts, for shared computers. A negative age means that the clock was set back.
  if (age < 0 || age > MAX_AGE_MS) return undefined
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

/** Whether a draft has exactly this content. */
function isSame(draft: Draft | undefined, fields: FieldValues): boolean {
  if (!draft) return false
  return VISITOR_FIELDS.every((name) => (draft.fields[name] ?? '') === (fields[name] ?? ''))
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
