import './local-storage-polyfill.ts'
import { init, sendForm, send as sendParams } from '@emailjs/browser'
import { OK } from 'reward-codes-gateway/protocol'
import type { FormContact } from '../../content/portfolio.ts'
import { attempt } from '../lib/feature-detection.ts'
import { sitePath } from '../lib/site-path.ts'
import type { SendError, Sent } from './form-state.ts'

type Settings = Pick<FormContact['form'], 'publicKey' | 'service' | 'template' | 'spamFilter'> & {
  origin: string
}

/** Sends a form with the EmailJS client. `complete` adds what the fields of the form do not have. */
export async function send(
  form: HTMLFormElement,
  settings: Settings,
  complete: (data: FormData) => void,
): Promise<Sent | SendError> {
  const { throttleSeconds = 0 } = settings.spamFilter
  if (secondsSinceLast() < throttleSeconds) return 'tooMany'
  const building = new AbortController()
  const { signal } = building
  form.addEventListener('formdata', ({ formData }) => complete(formData), { signal })
  try {
    configure(settings)
    const { text } = await sendForm(settings.service, settings.template, form)
    if (text !== OK) return 'unconfirmed'
    if (throttleSeconds) attempt(() => localStorage.setItem(sitePath(LAST_KEY), `${Date.now()}`))
    return 'sent'
  } catch (error) {
    return toSendError(error, navigator.onLine)
  } finally {
    building.abort()
  }
}

/**
 * Sends variables as JSON, without a form. The page does not use it, so bundles omit it. The client rejects settings
 * or variables that are incomplete.
 * @public The specification has this call.
 */
export async function sendJson(
  settings: Settings,
  variables: Record<string, unknown>,
): Promise<'sent' | SendError> {
  configure(settings)
  return sendParams(settings.service, settings.template, variables).then(
    () => 'sent',
    (error) => toSendError(error, navigator.onLine),
  )
}

// The EmailJS client rejects with a string (its own checks), with an object of status and text (a
// response, or its own rejection), or with any error of fetch.
export function toSendError(error: unknown, isOnline: boolean): SendError {
  if (!(error instanceof Object && 'status' in error)) return isOnline ? 'failed' : 'offline'
  const { status, text }: { status: unknown; text?: unknown } = error
  // Gateways report captcha errors as status 400 with this prefix.
  if (String(text).startsWith('reCAPTCHA:')) return 'captchaRefused'
  if (status === 429) return 'tooMany'
  if (status === 403) return 'forbidden'
  if (status === 451) return 'headless'
  // A retry of the same message would fail again.
  if (status === 400 || status === 413) return 'refused'
  return 'failed'
}

/** Whether the captcha token is still valid, because it never left the browser. */
export function isCaptchaReusable(error: SendError): boolean {
  return error === 'offline' || error === 'headless'
}

function configure({ origin, publicKey, spamFilter: { blockHeadless, blockList } }: Settings) {
  const list = blockList && { list: blockList.values, watchVariable: blockList.field }
  init({ origin, publicKey, blockHeadless, ...(list && { blockList: list }) })
}

const LAST_KEY = 'last-message'

function secondsSinceLast(): number {
  const stored = attempt(() => Number(localStorage.getItem(sitePath(LAST_KEY)))) ?? 0
  // A time in the future is from before the clock was set back, or is no time.
  return stored <= Date.now() ? (Date.now() - stored) / 1000 : Number.POSITIVE_INFINITY
}
