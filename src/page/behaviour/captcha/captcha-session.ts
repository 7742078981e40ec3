import type { CaptchaStatus } from '../form/form-state.ts'
import type { CaptchaWidget, MountCaptcha } from './captcha.ts'

/** Whoever waits longer for a captcha is told so and can try again. */
const LOAD_MS = 20_000
/** A score is a help and no condition, so nobody waits for it longer than this. */
const SCORE_MS = 5_000
/** A widget is drawn in one piece of work, which the touch that asks for it does not wait for. */
const AFTER_TOUCH_MS = 300

/** One captcha on the page: when it loads, whether it is solved, and how it begins anew. */
export class CaptchaSession {
  token = ''
  #slot: HTMLElement
  #choose: () => Promise<MountCaptcha>
  #onStatus: (status: CaptchaStatus) => void
  #widget: CaptchaWidget | undefined
  #box: HTMLElement | undefined
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
    if (this.#isOpen) return
    this.#isOpen = true
    this.#onStatus('loading')
    setTimeout(() => this.#load(), AFTER_TOUCH_MS)
  }

  /** After a failure: a new widget in the same place. */
  reopen() {
    this.token = ''
    this.#widget = undefined
    this.#isOpen = true
    this.#onStatus('loading')
    this.#load()
  }

  /** A spent token is of no use again. */
  reset() {
    this.token = ''
    if (!this.#widget) return
    try {
      this.#widget.reset()
      this.#onStatus('ready')
    } catch {
      this.reopen()
    }
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
    // A fresh box each time, because some providers refuse to draw twice into the same one.
    const box = document.createElement('div')
    this.#slot.replaceChildren(box)
    this.#box = box
    const late = setTimeout(() => this.#lose(box, lossNow()), LOAD_MS)
    try {
      const widget = await this.#mount(box)
      if (box !== this.#box) return
      this.#widget = widget
      this.#onStatus('ready')
    } catch {
      this.#lose(box, lossNow())
    } finally {
      clearTimeout(late)
    }
  }

  async #mount(box: HTMLElement): Promise<CaptchaWidget> {
    const mount = await this.#choose()
    return mount(box, {
      onToken: (token) => this.#takeToken(box, token),
      onExpire: () => this.#lose(box, 'expired'),
      onFail: () => this.#lose(box, lossNow()),
    })
  }

  // A widget that has been replaced may still speak; only the one on the page is heard.
  #takeToken(box: HTMLElement, token: string) {
    if (box !== this.#box) return
    this.token = token
    if (token) this.#onStatus('ready')
  }

  #lose(box: HTMLElement, status: CaptchaStatus) {
    if (box !== this.#box) return
    this.token = ''
    this.#onStatus(status)
  }
}

function lossNow(): CaptchaStatus {
  return navigator.onLine ? 'failed' : 'offline'
}
