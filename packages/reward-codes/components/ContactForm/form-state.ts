import type { FormController } from './form-controller.ts'
import type { SendError } from './send.ts'

/** The validated fields and their errors. */
export type FieldErrors = {
  user_name?: 'missing'
  user_email?: 'missing' | 'wrong'
  message?: 'missing'
}

/** The status next to the Send button: progress, or the last outcome. */
export type FormStatus = 'waiting' | 'sending' | 'sent' | 'faults' | 'captcha' | SendError

export type ToastKind = 'sent' | 'captcha' | 'failed'

export type CaptchaStatus =
  | 'waiting'
  | 'loading'
  | 'ready'
  | 'checking'
  | 'solved'
  | 'expired'
  | 'failed'
  | 'offline'

/** The whole state of the form, except the text in its fields, which are uncontrolled. */
export type FormState = {
  status: FormStatus | undefined
  errors: FieldErrors
  /** The toast about the last outcome. */
  toast: { id: number; kind: ToastKind } | undefined
  /** The chosen subject; empty means none. */
  subject: string
  captcha: CaptchaStatus
  captchaToken: string
  /** Time of the first interaction, in milliseconds since the epoch. Unset before it. */
  startedAt: number | undefined
  /** Time of the last success, in milliseconds since the epoch. */
  sentAt: number | undefined
  /** Idempotency key of the current message. Empty before the scripts of the form have loaded. */
  submissionId: string
  /** Names of the fields that the visitor changed since the last sent message. */
  changed: readonly string[]
  /** Loads on the first interaction. */
  controller: FormController | undefined
  /** Whether the dropdown has replaced the native select. */
  hasDropdown: boolean
}

const INITIAL_STATE: FormState = {
  status: undefined,
  errors: {},
  toast: undefined,
  subject: '',
  captcha: 'waiting',
  captchaToken: '',
  startedAt: undefined,
  sentAt: undefined,
  submissionId: '',
  changed: [],
  controller: undefined,
  hasDropdown: false,
}

export const DRAFT_KEY = 'draft'

export function isSending({ status }: Pick<FormState, 'status'>): boolean {
  return status === 'waiting' || status === 'sending'
}

/** Holds the state. Code outside of React reads and changes it between renders. */
export function createFormStore() {
  let state = INITIAL_STATE
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (change: Partial<FormState>) => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type FormStore = ReturnType<typeof createFormStore>
