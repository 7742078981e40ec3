import type { Failure } from './failure.ts'

/** The fields that are checked, and what can be wrong with them. */
export type Faults = { user_name?: 'missing'; user_email?: 'missing' | 'wrong' }

/** What the form says beside its button, and keeps saying. */
export type Notice = 'sending' | 'sent' | 'faults' | 'captcha' | Failure

export type ToastKind = 'sent' | 'captcha' | 'failed'

export type CaptchaStatus = 'waiting' | 'loading' | 'ready' | 'expired' | 'failed' | 'offline'

export type FormState = {
  isSending: boolean
  /** The chosen subject; empty means none. */
  subject: string
  faults: Faults
  notice: Notice | undefined
  toasts: readonly { id: number; kind: ToastKind }[]
  captcha: CaptchaStatus
}

export const IDLE: FormState = {
  isSending: false,
  subject: '',
  faults: {},
  notice: undefined,
  toasts: [],
  captcha: 'waiting',
}
