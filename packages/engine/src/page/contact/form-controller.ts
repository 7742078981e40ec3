import { SUBJECT_FIELD } from 'reward-codes-protocol/fields'
import { CHALLENGE_PATH } from 'reward-codes-protocol/paths'
import type { FormContact, FormStrings } from '../../content/schema.ts'
import { trackUserInput, waitForInputIdle } from '../lib/user-input.ts'
import { loadCaptcha } from './captcha/captcha.ts'
import { CaptchaSession } from './captcha/captcha-session.ts'
import { handleStorage, restoreDraft, saveDraft, startNewMessage } from './draft.ts'
import { Dropdown } from './dropdown/Dropdown.tsx'
import { controlOf, isValidated, type ValidatedField, validate } from './fields.ts'
import { type FormStore, isSending } from './form-state.ts'
import { createSender } from './send.ts'
import { submit } from './submit.ts'
import { Toasts } from './Toasts.tsx'

/** Connects the fields, the draft and the captcha to the store. The bundler makes it a chunk. */
export function createFormController(options: FormControllerOptions): FormController {
  const { form, store, contact } = options
  const { origin = location.origin, publicKey, service, template, spamFilter } = contact.form
  const send = createSender({ origin, publicKey, service, template }, spamFilter)
  const captcha = createCaptcha(options)
  restoreDraft(form, store, contact.subjects)
  store.set({ subject: controlOf(form, SUBJECT_FIELD)?.value ?? '' })
  saveDraft(form, store)
  replaceSelect(form, store)

  const change = (name: string) => {
    const { changed, wasSentElsewhere, errors } = store.get()
    if (!changed.includes(name)) store.set({ changed: [...changed, name] })
    // Content changed after another tab sent it is a new message.
    if (wasSentElsewhere) startNewMessage(store)
    saveDraft(form, store)
    if (isValidated(name) && errors[name]) revalidate(form, store, name)
    const { status } = store.get()
    const isResolved = status === 'faults' && Object.keys(store.get().errors).length === 0
    if (status === 'sent' || isResolved) store.set({ status: undefined })
  }
  const controller: FormController = {
    Dropdown,
    Toasts,
    connect: () => {
      const stopTracking = trackUserInput()
      const handle = (event: StorageEvent) => {
        if (!isSending(store.get())) handleStorage(event, form, store)
      }
      addEventListener('storage', handle)
      return () => {
        stopTracking()
        removeEventListener('storage', handle)
      }
    },
    openCaptcha: () => captcha?.open(),
    retryCaptcha: () => captcha?.reload(),
    change,
    chooseSubject: (subject) => {
      store.set({ subject })
      change(SUBJECT_FIELD)
    },
    blur: (name) => isValidated(name) && validateWhenIdle(form, store, name),
    submit: (deadline) => submit({ form, store, captcha, send }, deadline),
  }
  store.set({ controller })
  return controller
}

function createCaptcha({ slot, contact, strings, store }: FormControllerOptions) {
  const { origin = location.origin, publicKey, captcha } = contact.form
  if (!slot || captcha.provider === 'none') return undefined
  const altcha = {
    challenge: `${origin}${CHALLENGE_PATH}?user_id=${encodeURIComponent(publicKey)}`,
    strings: {
      label: strings.captchaLabel,
      checking: strings.captchaChecking,
      done: strings.captchaDone,
      expired: strings.captchaExpired,
      failed: strings.captchaFailed,
    },
  }
  return new CaptchaSession(slot, () => loadCaptcha(captcha, altcha), store)
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

/** The components and handlers of the form that load on the first interaction. */
export type FormController = {
  Dropdown: typeof Dropdown
  Toasts: typeof Toasts
  /** Tracks user input and other tabs. Returns an unsubscribe function. */
  connect: () => () => void
  openCaptcha: () => void
  retryCaptcha: () => void
  /** Handles a changed field: saves the draft, and revalidates the field if it shows an error. */
  change: (name: string) => void
  chooseSubject: (subject: string) => void
  /** Handles the blur of a field. */
  blur: (name: string) => void
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
