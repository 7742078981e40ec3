import type { FormContact, FormStrings } from 'reward-codes/internal/content/schema.ts'
import {
  FILL_SECONDS_FIELD,
  PROVIDER_CAPTCHA_FIELDS,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
} from 'reward-codes-gateway/protocol'
import { trackUserInput, waitForInputIdle } from '../lib/user-input.ts'
import { type CaptchaSession, createCaptchaSession } from './captcha/captcha.ts'
import { finishDraft, restoreDraft, saveDraft } from './draft.ts'
import { Dropdown } from './dropdown/Dropdown.tsx'
import {
  controlOf,
  isValidated,
  readFields,
  VALIDATED_FIELDS,
  type ValidatedField,
  validate,
} from './fields.ts'
import type { FormStore, ToastKind } from './form-state.ts'
import { createSender, isCaptchaReusable, passed, type Send, type SendError } from './send.ts'
import { Toast } from './Toast.tsx'

/** Longer than a double click. */
const DOUBLE_CLICK_MS = 1000

/** Connects the fields, the draft and the captcha to the store. The bundler makes it a chunk. */
export function createFormController(options: FormControllerOptions): FormController {
  const { form, slot, store, contact, strings } = options
  const { origin = location.origin, publicKey, service, template, spamFilter } = contact.form
  const send = createSender({ origin, publicKey, service, template }, spamFilter)
  const captcha = slot ? createCaptchaSession(slot, contact.form, strings, store) : undefined
  restoreDraft(form, store, contact.subjects)
  store.set({ subject: controlOf(form, SUBJECT_FIELD)?.value ?? '' })
  saveDraft(form, store)
  replaceSelect(form, store)

  const change = (name: string) => {
    const { changed, errors } = store.get()
    if (!changed.includes(name)) store.set({ changed: [...changed, name] })
    saveDraft(form, store)
    if (isValidated(name) && errors[name]) revalidate(form, store, name)
    const { status } = store.get()
    const isResolved = status === 'faults' && Object.keys(store.get().errors).length === 0
    if (status === 'sent' || isResolved) store.set({ status: undefined })
  }
  const controller: FormController = {
    Dropdown,
    Toast,
    connect: () => trackUserInput(),
    openCaptcha: () => captcha?.open(),
    retryCaptcha: () => captcha?.reload(),
    change,
    chooseSubject: (subject) => {
      store.set({ subject })
      change(SUBJECT_FIELD)
    },
    blur: (name) => isValidated(name) && validateWhenIdle(form, store, name),
    closeToast: () => store.set({ toast: undefined }),
    submit: (deadline) => submit({ form, store, captcha, send }, deadline),
  }
  store.set({ controller })
  return controller
}

/** Delays replacing a focused native select, which may be open, until it loses the focus. */
function replaceSelect(form: HTMLFormElement, store: FormStore) {
  const select = form.querySelector('select')
  const replace = () => store.set({ hasDropdown: true })
  if (document.activeElement === select) select?.addEventListener('blur', replace, { once: true })
  else replace()
}

function revalidate(form: HTMLFormElement, store: FormStore, name: ValidatedField) {
  const { [name]: _, ...others } = store.get().errors
  store.set({ errors: { ...others, ...validate(form, [name]) } })
}

/**
 * Validates a changed field after its blur. An error shifts the layout below, so validation waits
 * until the click that caused the blur has reached its target.
 */
function validateWhenIdle(form: HTMLFormElement, store: FormStore, name: ValidatedField) {
  setTimeout(async () => {
    await waitForInputIdle(true)
    const focused = document.activeElement
    // Events inside the captcha's iframe do not reach the page. Leaving it focuses the window.
    if (focused instanceof HTMLIFrameElement) {
      addEventListener('focus', () => validateWhenIdle(form, store, name), { once: true })
    } else if (store.get().changed.includes(name) && focused !== controlOf(form, name)) {
      revalidate(form, store, name)
    }
  })
}

/** Sends the message before the deadline, or shows why not. */
async function submit(options: SubmitOptions, deadline: AbortSignal): Promise<void> {
  const { form, store, captcha, send } = options
  if (isDoubleClick(form, store)) return
  const errors = validate(form, VALIDATED_FIELDS)
  const first = VALIDATED_FIELDS.find((name) => errors[name])
  store.set({ errors, status: first && 'faults' })
  if (first) return controlOf(form, first)?.focus()
  if (store.get().captcha === 'checking') {
    store.set({ status: 'sending' })
    await Promise.race([verified(store), passed(deadline)])
    if (deadline.aborted) return fail(options, 'timeout')
  } else if (captcha && !store.get().captchaToken) captcha.request()
  if (captcha && !store.get().captchaToken) {
    store.set({ status: 'captcha' })
    return showToast(store, 'captcha')
  }
  store.set({ status: 'sending' })
  const captchaFields = await Promise.race([captcha?.readFields(), passed(deadline)])
  if (deadline.aborted) return fail(options, 'timeout')
  const addFields = ({ formData }: FormDataEvent) => {
    const { submissionId, startedAt = Date.now() } = store.get()
    // Replaces the fields that the provider added with those of the protocol, one per name.
    for (const name of PROVIDER_CAPTCHA_FIELDS) formData.delete(name)
    for (const [name, value] of captchaFields ?? []) formData.set(name, value)
    formData.set(SUBMISSION_FIELD, submissionId)
    formData.set(FILL_SECONDS_FIELD, String(Math.round((Date.now() - startedAt) / 1000)))
  }
  form.addEventListener('formdata', addFields, { once: true })
  const outcome = await send(form, deadline)
  if (outcome === 'sent') finish(options)
  else fail(options, outcome)
}

/** Whether this is the second click of a double click, after a response that was faster. */
function isDoubleClick(form: HTMLFormElement, store: FormStore): boolean {
  const { sentAt, subject } = store.get()
  const isRecent = sentAt !== undefined && Date.now() - sentAt < DOUBLE_CLICK_MS
  return isRecent && Object.values(readFields(form, subject)).every((value) => !value)
}

/** Resolves when the captcha is solved or has failed. */
function verified(store: FormStore): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (store.get().captcha === 'checking') return
      stop()
      resolve()
    })
  })
}

function finish({ form, store, captcha }: SubmitOptions) {
  finishDraft(store)
  form.reset()
  store.set({ status: 'sent', sentAt: Date.now(), subject: '', changed: [], startedAt: undefined })
  showToast(store, 'sent')
  captcha?.reset()
}

// Keeps the submission id as idempotency key: a message that failed here may have arrived.
function fail({ store, captcha }: SubmitOptions, error: SendError) {
  store.set({ status: error })
  showToast(store, 'failed')
  if (!isCaptchaReusable(error) && store.get().captcha !== 'checking') captcha?.reset()
}

/** Replaces the previous toast, which is about an earlier attempt. */
function showToast(store: FormStore, kind: ToastKind) {
  store.set({ toast: { id: (store.get().toast?.id ?? 0) + 1, kind } })
}

/** The components and handlers of the form that load on the first interaction. */
export type FormController = {
  Dropdown: typeof Dropdown
  Toast: typeof Toast
  /** Tracks user input. Returns an unsubscribe function. */
  connect: () => () => void
  openCaptcha: () => void
  retryCaptcha: () => void
  /** Handles a changed field: saves the draft, and revalidates the field if it shows an error. */
  change: (name: string) => void
  chooseSubject: (subject: string) => void
  /** Handles the blur of a field. */
  blur: (name: string) => void
  closeToast: () => void
  submit: (deadline: AbortSignal) => Promise<void>
}

export type FormControllerOptions = {
  form: HTMLFormElement
  /** The container of the captcha, or null without a captcha. */
  slot: HTMLElement | null
  contact: FormContact
  strings: FormStrings
  store: FormStore
}

type SubmitOptions = {
  form: HTMLFormElement
  store: FormStore
  captcha: CaptchaSession | undefined
  send: Send
}
