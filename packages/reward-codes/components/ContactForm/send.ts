import './local-storage-polyfill.ts'
import { init, sendForm, send as sendParams } from '@emailjs/browser'
import { storageKey } from '../lib/storage-key.ts'

// The adapter of the EmailJS client: its configuration, its throttle, and its results.

const THROTTLE_KEY = 'last-message'

/** The account that messages are sent to. */
type Account = {
  /** Without a trailing slash. */
  origin: string
  publicKey: string
  service: string
  template: string
}

/** What the page blocks before it sends a request. */
type SpamFilter = {
  blockHeadless: boolean
  blockList?: { field: string; values: string[] } | undefined
  throttleSeconds?: number | undefined
}

/** Why sending failed. Each error has its own status message. */
export type SendError =
  | 'offline'
  | 'timeout'
  | 'tooMany'
  | 'forbidden'
  | 'headless'
  | 'captchaRefused'
  | 'refused'
  | 'failed'

export type Send = (form: HTMLFormElement, deadline: AbortSignal) => Promise<'sent' | SendError>

/** Sends forms to one account with the EmailJS client. */
export function createSender(account: Account, spamFilter: SpamFilter): Send {
  const { origin, publicKey, service, template } = account
  const { blockHeadless, blockList, throttleSeconds } = spamFilter
  const throttle = createThrottleStorage()
  init({
    origin,
    publicKey,
    blockHeadless,
    storageProvider: throttle.storage,
    ...(blockList && { blockList: { list: blockList.values, watchVariable: blockList.field } }),
    ...(throttleSeconds && {
      limitRate: { id: storageKey(THROTTLE_KEY), throttle: throttleSeconds * 1000 },
    }),
  })
  return async (form, deadline) => {
    const outcome = await Promise.race([
      sendForm(service, template, form).then(toOutcome, toSendErrorNow),
      // The client has no timeout and takes no signal.
      passed(deadline),
    ])
    if (outcome === 'sent') throttle.commit()
    else throttle.rollBack()
    return outcome ?? 'timeout'
  }
}

/**
 * Sends template variables as JSON, without a form, to the account of `createSender`. The page does
 * not use it, so bundles omit it. The client rejects an account or variables that are incomplete.
 */
export function sendJson(
  { service, template }: Pick<Account, 'service' | 'template'>,
  params: Record<string, unknown>,
): Promise<'sent' | SendError> {
  return sendParams(service, template, params).then(toOutcome, toSendErrorNow)
}

/** Resolves with undefined when the deadline has passed. */
export function passed(deadline: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (deadline.aborted) resolve(undefined)
    deadline.addEventListener('abort', () => resolve(undefined))
  })
}

/**
 * The storage in which the client keeps the time of the last message. The client writes the time
 * before it sends, so a failed message rolls it back, and the visitor can retry at once. If storage
 * is blocked, the time lasts until the page unloads.
 */
export function createThrottleStorage() {
  const memory = new Map<string, string>()
  let written: { key: string; before: string | null } | undefined
  return {
    storage: {
      // Ignore a time in the future: it is invalid or from before the clock was set back.
      get: async (key: string) => (Number(read(key)) > Date.now() ? null : read(key)),
      set: async (key: string, value: string) => {
        written = { key, before: read(key) }
        write(key, value)
      },
      remove: async (key: string) => write(key, null),
    },
    commit: () => {
      written = undefined
    },
    rollBack: () => {
      if (written) write(written.key, written.before)
      written = undefined
    },
  }

  function read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return memory.get(key) ?? null
    }
  }

  function write(key: string, value: string | null) {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {}
  }
}

// The EmailJS client rejects with a string (its own checks), with an object of status and text (a
// response, or its own rejection), or with any error of fetch.
export function toSendError(error: unknown, isOnline: boolean): SendError {
  const response = readResponse(error)
  if (!response) return isOnline ? 'failed' : 'offline'
  // Gateways report captcha errors as status 400 with this prefix.
  if (response.text.startsWith('reCAPTCHA:')) return 'captchaRefused'
  if (response.status === 429) return 'tooMany'
  if (response.status === 403) return 'forbidden'
  if (response.status === 451) return 'headless'
  // A retry of the same message would fail again.
  if (response.status === 400 || response.status === 413) return 'refused'
  return 'failed'
}

function toSendErrorNow(error: unknown): SendError {
  return toSendError(error, navigator.onLine)
}

function toOutcome({ text }: { text: string }): 'sent' | 'failed' {
  return isHtmlResponse(text) ? 'failed' : 'sent'
}

/**
 * Without a gateway, a host or proxy may respond with status 200 and an HTML page, such as a login
 * page. A gateway never responds with HTML. Reporting success would lose the message.
 */
export function isHtmlResponse(text: string): boolean {
  return /^\s*<(?:[!?]|(?:html|head|body)\b)/i.test(text)
}

/** Whether the captcha token is still valid, because it never left the browser. */
export function isCaptchaReusable(error: SendError): boolean {
  return error === 'offline' || error === 'headless'
}

function readResponse(error: unknown): { status: number; text: string } | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  const text = 'text' in error ? String(error.text) : ''
  return { status: Number(error.status), text }
}
