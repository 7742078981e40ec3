import type { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD } from 'reward-codes-gateway/protocol'

/** From the press on Send to a result: waiting for the captcha, its score and the response together. */
export const DEADLINE_MS = 20_000

/** The id of the first field, to which the details of projects lead. */
export const NAME_FIELD_ID = 'message-name'

export type FieldName = typeof NAME_FIELD | typeof EMAIL_FIELD | typeof MESSAGE_FIELD

/** The error of each field, as the visitor reads it. */
export type FieldErrors = Partial<Record<FieldName, string>>

export type CaptchaState =
  | { is: 'open' }
  /** The browser solves the challenge, or the script of a provider loads. */
  | { is: 'checking' }
  | { is: 'solved'; token: string }
  | { is: 'failed'; why: 'captchaExpired' | 'captchaFailed' | 'captchaOffline' }

/** Why sending failed. Each reason has a status message. */
export type SendError =
  | 'offline'
  | 'timeout'
  | 'tooMany'
  | 'forbidden'
  | 'headless'
  | 'captchaRefused'
  | 'refused'
  | 'failed'

/** Why a press on Send ended without a message. */
export type Stop = 'captchaFirst' | SendError

/** What stands beside the Send button: progress, or the last outcome. */
export type Status = 'sending' | Sent | 'faults' | Stop

/** An OK status. Only a gateway confirms it: what else answers, such as the login page of a network, did not send it. */
export type Sent = 'sent' | 'unconfirmed'

export type ToastKind = 'toastSent' | 'toastCaptcha' | 'toastFailed'

/** What a visitor can refer to later. */
export type ReceiptData = { number: string; time: Date; subject: string }

/** What the form shows, except the values of its fields, which belong to the browser. */
export type FormState = {
  status?: Status | undefined
  errors: FieldErrors
  captcha: CaptchaState
  toast?: { id: number; kind: ToastKind } | undefined
  receipt?: ReceiptData | undefined
  /** The length of the message. */
  length: number
}

export const AT_REST: FormState = { errors: {}, captcha: { is: 'open' }, length: 0 }

export type FormAction =
  /** A field has another value. `errors` are those of all fields. */
  | { type: 'typed'; errors: FieldErrors; length: number }
  | { type: 'refused'; errors: FieldErrors }
  | { type: 'sending' }
  | { type: 'stopped'; why: Stop }
  | { type: 'sent'; receipt: ReceiptData | undefined }
  /** The visitor takes an unconfirmed message back. */
  | { type: 'restored' }
  | { type: 'captcha'; captcha: CaptchaState }
  | { type: 'toastClosed' }

export function reduce(state: FormState, action: FormAction): FormState {
  switch (action.type) {
    case 'typed': {
      // Typing corrects the errors that stand, and adds none.
      const shown = Object.entries(action.errors).filter(([name]) => name in state.errors)
      const errors: FieldErrors = Object.fromEntries(shown)
      const isOver = state.status === 'sent' || (state.status === 'faults' && shown.length === 0)
      return { ...state, errors, length: action.length, status: isOver ? undefined : state.status }
    }
    case 'refused':
      return { ...state, errors: action.errors, status: 'faults', toast: undefined }
    case 'sending':
      return { ...state, errors: {}, status: 'sending', toast: undefined }
    case 'stopped': {
      const kind = action.why === 'captchaFirst' ? 'toastCaptcha' : 'toastFailed'
      return { ...state, status: action.why, toast: toast(kind) }
    }
    case 'sent': {
      const { receipt } = action
      const status = receipt ? 'sent' : 'unconfirmed'
      return { ...state, status, toast: toast('toastSent'), receipt, length: 0 }
    }
    case 'restored':
      return { ...state, status: undefined }
    case 'captcha': {
      const { captcha } = action
      const asksForIt = state.status === 'captchaFirst' || state.status === 'captchaRefused'
      if (captcha.is !== 'solved' || !asksForIt) return { ...state, captcha }
      return { ...state, captcha, status: undefined, toast: undefined }
    }
    case 'toastClosed':
      return { ...state, toast: undefined }
  }

  /** Each toast has another id, so that it takes its whole time. */
  function toast(kind: ToastKind) {
    return { id: (state.toast?.id ?? 0) + 1, kind }
  }
}
