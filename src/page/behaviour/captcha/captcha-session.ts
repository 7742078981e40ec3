import type { CaptchaStatus } from '../form/form-state.ts'
import type { CaptchaWidget, MountCaptcha } from './captcha.ts'

/** A score is a help and no condition, so nobody waits for it longer than this. */
const SCORE_MS = 5_000

/** One captcha on the page: when it loads, whether it is solved, and how it begins anew. */
export class CaptchaSession {
  token = ''
  #slot: HTMLElement
  #choose: () => Promise<MountCaptcha>
  #onStatus: (status: CaptchaStatus) => void
  #widget: CaptchaWidget | undefined
  #isOpen = false

  constructor(
    slot: HTMLElement,
    choose: () => Promise<MountCaptcha>,
    onStatus: (status: CaptchaStatus) => void,
  ) {
    this.#slot = slot
    this.#choose = choose
    this.#onStatus = onStatus
  }

  /** Loads the widget, once; called at the first touch, never before. */
  open() {
    if (!this.#isOpen) this.#load()
  }

  /** After a failure: a new widget in the same place. */
  reopen() {
    this.token = ''
    this.#widget = undefined
    this.#load()
  }

  /** A spent token is of no use again. */
  reset() {
    this.token = ''
    this.#widget?.reset()
  }

  /** What the captcha adds to the form, once for each name. */
  async readFields(fieldName: string): Promise<[name: string, value: string][]> {
    const token: [string, string] = [fieldName, this.token]
    const score = this.#widget?.scoreField
    if (!score) return [token]
    const none = new Promise<string>((resolve) => setTimeout(() => resolve(''), SCORE_MS))
    const value = await Promise.race([score.fetchScore().catch(() => ''), none])
    return [token, [score.name, value]]
  }

  async #load() {
    this.#isOpen = true
    this.#onStatus('loading')
    // A fresh box each time, because some providers refuse to draw twice into the same one.
    const box = document.createElement('div')
    this.#slot.replaceChildren(box)
    try {
      const mount = await this.#choose()
      this.#widget = await mount(box, {
        onToken: this.#takeToken,
        onExpire: () => this.#lose('expired'),
        onFail: () => this.#lose(navigator.onLine ? 'failed' : 'offline'),
      })
      this.#onStatus('ready')
    } catch {
      this.#lose(navigator.onLine ? 'failed' : 'offline')
    }
  }

  #takeToken = (token: string) => {
    this.token = token
    if (token) this.#onStatus('ready')
  }

  #lose(status: CaptchaStatus) {
    this.token = ''
    this.#onStatus(status)
  }
}
