import { CAPTCHA_FIELD } from 'reward-codes-protocol/fields'
import { delay } from '../../lib/delay.ts'
import type { CaptchaStatus, FormStore } from '../form-state.ts'
import type { CaptchaWidget, MountCaptcha } from './captcha.ts'

/** After this time, the form reports a failed captcha and offers a retry. */
const LOAD_MS = 20_000
/** The score is optional, so sending waits no longer than this for it. */
const SCORE_MS = 5_000
/** Delays rendering the widget, one long task, until after the input that requested it. */
const RENDER_DELAY_MS = 300

/** Loads a captcha widget into the container, and writes its status and token to the state. */
export class CaptchaSession {
  #container: HTMLElement
  #loadMount: () => Promise<MountCaptcha>
  #store: FormStore
  #widget: CaptchaWidget | undefined
  #mountNode: HTMLElement | undefined

  constructor(container: HTMLElement, loadMount: () => Promise<MountCaptcha>, store: FormStore) {
    this.#container = container
    this.#loadMount = loadMount
    this.#store = store
  }

  /** Loads the widget on the first interaction with the form, and again after a failed load. */
  request() {
    const { captcha } = this.#store.get()
    if (captcha === 'failed' || captcha === 'offline') this.reload()
    else this.open()
  }

  /** Loads the widget once. */
  open() {
    if (this.#store.get().captcha !== 'waiting') return
    this.#set('loading')
    setTimeout(() => this.#load(), RENDER_DELAY_MS)
  }

  /** Replaces the widget after a failure. */
  reload() {
    this.#widget = undefined
    this.#set('loading')
    this.#load()
  }

  /** Resets the widget, because a token is valid only once. */
  reset() {
    this.#store.set({ captchaToken: '' })
    if (!this.#widget) return
    try {
      this.#widget.reset()
      this.#set('ready')
    } catch {
      this.reload()
    }
  }

  /** The form fields of the captcha, one per name. */
  async readFields(): Promise<[name: string, value: string][]> {
    const token: [string, string] = [CAPTCHA_FIELD, this.#store.get().captchaToken]
    const score = this.#widget?.scoreField
    if (!score) return [token]
    const value = await Promise.race([score.fetchScore().catch(() => ''), delay(SCORE_MS)])
    return [token, [score.name, value ?? '']]
  }

  async #load() {
    // A new node each time, because some providers refuse to render twice into the same one.
    const mountNode = document.createElement('div')
    this.#container.replaceChildren(mountNode)
    this.#mountNode = mountNode
    const timer = setTimeout(() => this.#update(mountNode, errorStatus()), LOAD_MS)
    try {
      const mount = await this.#loadMount()
      const widget = await mount(mountNode, {
        onToken: (token) => {
          const isChecked = token && this.#store.get().captcha === 'checking'
          this.#update(mountNode, isChecked ? 'solved' : 'ready', token)
        },
        onCheck: () => this.#update(mountNode, 'checking'),
        onExpire: () => this.#update(mountNode, 'expired'),
        onFail: () => this.#update(mountNode, errorStatus()),
      })
      if (mountNode !== this.#mountNode) return
      this.#widget = widget
      this.#set('ready')
    } catch {
      this.#update(mountNode, errorStatus())
    } finally {
      clearTimeout(timer)
    }
  }

  // Ignores events of a widget that has been replaced.
  #update(mountNode: HTMLElement, captcha: CaptchaStatus, token?: string) {
    if (mountNode === this.#mountNode) this.#set(captcha, token)
  }

  /** A solved captcha also clears the status message that asks for it. */
  #set(captcha: CaptchaStatus, captchaToken = '') {
    const { status } = this.#store.get()
    const isResolved = captchaToken && (status === 'captcha' || status === 'captchaRefused')
    this.#store.set({ captcha, captchaToken, ...(isResolved && { status: undefined }) })
  }
}

function errorStatus(): CaptchaStatus {
  return navigator.onLine ? 'failed' : 'offline'
}
