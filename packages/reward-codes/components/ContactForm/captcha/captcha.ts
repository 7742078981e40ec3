import type { FormContact, FormStrings } from 'reward-codes/internal/content/schema.ts'
import { ACCOUNT_FIELD, CAPTCHA_FIELD, CHALLENGE_PATH } from 'reward-codes-gateway/protocol'
import { importWithRetry } from '../../lib/import-with-retry.ts'
import type { CaptchaStatus, FormStore } from '../form-state.ts'

/** After this time, the form reports a failed captcha and offers a retry. */
const LOAD_MS = 20_000
/** The score is optional, so sending waits no longer than this for it. */
const SCORE_MS = 5_000
/** Delays rendering the widget, one long task, until after the input that requested it. */
const RENDER_DELAY_MS = 300

/** Renders a widget into the container. Rejects if the provider cannot be reached. */
export type MountCaptcha = (container: HTMLElement, events: CaptchaEvents) => Promise<CaptchaWidget>

/** The events of a widget. */
type CaptchaEvents = {
  /** The challenge is solved. An empty token revokes the previous one. */
  onToken: (token: string) => void
  /** The widget starts to verify, which takes a while. */
  onCheck: () => void
  onExpire: () => void
  onFail: () => void
}

type CaptchaWidget = {
  reset: () => void
  /** A second token, fetched on submit, and the name of its form field. */
  scoreField?: { name: string; fetchScore: () => Promise<string> }
}

export type CaptchaSession = ReturnType<typeof createCaptchaSession>

/** Loads the captcha widget into the container, and writes its status and token to the state. */
export function createCaptchaSession(
  container: HTMLElement,
  form: FormContact['form'],
  strings: FormStrings,
  store: FormStore,
) {
  let widget: CaptchaWidget | undefined
  let mountNode: HTMLElement | undefined

  return { open, request, reload, reset, readFields }

  /** Loads the widget once. */
  function open() {
    if (store.get().captcha !== 'waiting') return
    update('loading')
    setTimeout(load, RENDER_DELAY_MS)
  }

  /** Loads the widget if it is not loaded, or if loading it has failed. */
  function request() {
    const { captcha } = store.get()
    if (captcha === 'failed' || captcha === 'offline') reload()
    else open()
  }

  /** Replaces the widget after a failure. */
  function reload() {
    widget = undefined
    update('loading')
    load()
  }

  /** Resets the widget, because a token is valid only once. */
  function reset() {
    store.set({ captchaToken: '' })
    if (!widget) return
    try {
      widget.reset()
      update('ready')
    } catch {
      reload()
    }
  }

  /** The form fields of the captcha, one per name. */
  async function readFields(): Promise<[name: string, value: string][]> {
    const token: [string, string] = [CAPTCHA_FIELD, store.get().captchaToken]
    const score = widget?.scoreField
    if (!score) return [token]
    const noScore = new Promise<string>((resolve) => setTimeout(() => resolve(''), SCORE_MS))
    return [token, [score.name, await Promise.race([score.fetchScore().catch(() => ''), noScore])]]
  }

  async function load() {
    // A new node each time, because some providers refuse to render twice into the same one.
    const node = document.createElement('div')
    container.replaceChildren(node)
    mountNode = node
    // Ignores events of a widget that has been replaced.
    const updateCurrent = (captcha: CaptchaStatus, token?: string) => {
      if (node === mountNode) update(captcha, token)
    }
    const fail = () => updateCurrent(navigator.onLine ? 'failed' : 'offline')
    const timer = setTimeout(fail, LOAD_MS)
    try {
      const mount = await loadProvider(form, strings)
      const mounted = await mount(node, {
        onToken: (token) => {
          const isChecked = token && store.get().captcha === 'checking'
          updateCurrent(isChecked ? 'solved' : 'ready', token)
        },
        onCheck: () => updateCurrent('checking'),
        onExpire: () => updateCurrent('expired'),
        onFail: fail,
      })
      if (node !== mountNode) return
      widget = mounted
      update('ready')
    } catch {
      fail()
    } finally {
      clearTimeout(timer)
    }
  }

  /** A solved captcha also clears the status message that asks for it. */
  function update(captcha: CaptchaStatus, captchaToken = '') {
    const { status } = store.get()
    const isResolved = captchaToken && (status === 'captcha' || status === 'captchaRefused')
    store.set({ captcha, captchaToken, ...(isResolved && { status: undefined }) })
  }
}

/** ALTCHA and the other providers are separate chunks, so visitors load only what they need. */
async function loadProvider(
  { origin = location.origin, publicKey, captcha }: FormContact['form'],
  strings: FormStrings,
): Promise<MountCaptcha> {
  if (captcha.provider === 'none') throw new Error('No captcha is configured.')
  if (captcha.provider === 'altcha') {
    const address = `${origin}${CHALLENGE_PATH}`
    const challenge = `${address}?${ACCOUNT_FIELD}=${encodeURIComponent(publicKey)}`
    const { mountAltcha } = await importWithRetry(() => import('./altcha.ts'))
    return mountAltcha(challenge, strings, captcha.theme)
  }
  const { mountProvider } = await importWithRetry(() => import('./providers.ts'))
  return mountProvider(captcha)
}
