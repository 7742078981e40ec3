import { FILL_SECONDS_FIELD, SUBMISSION_FIELD } from 'reward-codes-protocol/fields'
import { PROVIDER_FIELDS } from './captcha/captcha.ts'
import type { CaptchaSession } from './captcha/captcha-session.ts'
import { finishDraft } from './draft.ts'
import { controlOf, readFields, VALIDATED_FIELDS, validate } from './fields.ts'
import type { FormStore, ToastKind } from './form-state.ts'
import { isCaptchaReusable, passed, type Send, type SendError } from './send.ts'

/** Sends the message before the deadline, or shows why not. */
export async function submit(options: SubmitOptions, deadline: AbortSignal): Promise<void> {
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
    for (const name of PROVIDER_FIELDS) formData.delete(name)
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
  const { status, subject } = store.get()
  return status === 'sent' && Object.values(readFields(form, subject)).every((value) => !value)
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
  finishDraft(form, store)
  form.reset()
  store.set({ status: 'sent', subject: '', changed: [], startedAt: undefined })
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

type SubmitOptions = {
  form: HTMLFormElement
  store: FormStore
  captcha: CaptchaSession | undefined
  send: Send
}
