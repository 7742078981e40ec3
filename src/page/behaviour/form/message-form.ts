import {
  CAPTCHA_FIELD,
  SECONDS_FIELD,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
} from '../../../wire/fields.ts'
import { PROVIDER_FIELDS } from '../captcha/captcha.ts'
import type { CaptchaSession } from '../captcha/captcha-session.ts'
import type { Draft } from './draft.ts'
import { type Failure, keepsCaptcha } from './failure.ts'
import { CHECKED_FIELDS, findFaults, isChecked } from './find-faults.ts'
import { controlOf, fillEmptyControls, readControls, writeControl } from './form-controls.ts'
import { type FormState, IDLE, type ToastKind } from './form-state.ts'
import { KeptMessage } from './kept-message.ts'
import type { SendMessage } from './sender.ts'

/**
 * The contact form while scripts run: what it shows, what it keeps and when it sends. The fields
 * stay the browser's own, so nothing typed before this came is lost.
 */
export class MessageForm {
  #form: HTMLFormElement
  #send: SendMessage
  #kept: KeptMessage
  #captcha: CaptchaSession | undefined
  #state: FormState = IDLE
  #listeners = new Set<() => void>()
  #startedAt: number | undefined
  #changed = new Set<string>()
  #captchaFields: [name: string, value: string][] = []
  #toasts = 0

  constructor({ form, subjects, send, openCaptcha, startedAt }: MessageFormOptions) {
    this.#form = form
    this.#send = send
    this.#startedAt = startedAt
    this.#captcha = openCaptcha?.(this.#followCaptcha)
    this.#kept = new KeptMessage((id) => writeControl(form, SUBMISSION_FIELD, id))
    this.#restore(subjects)
    form.addEventListener('formdata', this.#completeData)
    window.addEventListener('storage', this.#followOtherTab)
    if (startedAt !== undefined) this.touch()
  }

  close = () => {
    this.#form.removeEventListener('formdata', this.#completeData)
    window.removeEventListener('storage', this.#followOtherTab)
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = () => this.#state

  /** Somebody is at the form: the clock runs, and the captcha comes. */
  touch = () => {
    this.#startedAt ??= Date.now()
    this.#captcha?.open()
  }

  chooseSubject = (subject: string) => {
    this.#set({ subject })
    this.change(SUBJECT_FIELD)
  }

  /** A field was changed: what was wrong may be right now. */
  change = (name: string) => {
    this.#changed.add(name)
    this.#kept.change()
    this.#keepDraft()
    if (isChecked(name) && this.#state.faults[name]) this.#check(name)
    const { notice, faults } = this.#state
    const isMended = notice === 'faults' && Object.keys(faults).length === 0
    if (notice === 'sent' || isMended) this.#set({ notice: undefined })
  }

  /** A field was left; one that nobody has written into is none to complain about. */
  leave = (name: string) => {
    if (isChecked(name) && this.#changed.has(name)) this.#check(name)
  }

  retryCaptcha = () => this.#captcha?.reopen()

  dropToast = (id: number) =>
    this.#set({ toasts: this.#state.toasts.filter((toast) => toast.id !== id) })

  submit = async () => {
    if (this.#state.isSending || this.#isSentAgain()) return
    const faults = findFaults(this.#form, CHECKED_FIELDS)
    const [first] = CHECKED_FIELDS.filter((name) => faults[name])
    this.#set({ faults, notice: first && 'faults' })
    if (first) return controlOf(this.#form, first)?.focus()
    if (this.#captcha && !this.#captcha.token) return this.#askForCaptcha()
    this.#set({ isSending: true, notice: 'sending' })
    this.#captchaFields = (await this.#captcha?.readFields(CAPTCHA_FIELD)) ?? []
    writeControl(this.#form, SECONDS_FIELD, String(this.#secondsToFill()))
    const outcome = await this.#send(this.#form)
    if (outcome === 'sent') this.#beginAnew()
    else this.#fail(outcome)
  }

  /** What was said about an unsolved captcha is over once it is solved. */
  #followCaptcha = (captcha: FormState['captcha']) => {
    const { notice } = this.#state
    const isOver = this.#captcha?.token && (notice === 'captcha' || notice === 'captchaRefused')
    this.#set({ captcha, ...(isOver && { notice: undefined }) })
  }

  /** The second press of a double one, after an answer that was quicker, has nothing to send. */
  #isSentAgain(): boolean {
    return this.#state.notice === 'sent' && Object.values(this.#fields()).every((value) => !value)
  }

  #askForCaptcha() {
    this.touch()
    if (['failed', 'offline'].includes(this.#state.captcha)) this.#captcha?.reopen()
    this.#set({ notice: 'captcha' })
    this.#showToast('captcha')
  }

  #beginAnew() {
    this.#kept.finish(this.#fields())
    this.#form.reset()
    this.#changed.clear()
    this.#startedAt = undefined
    this.#set({ isSending: false, subject: '', notice: 'sent' })
    this.#showToast('sent')
    this.#captcha?.reset()
  }

  // The id stays: what looks like a failure here may have arrived, and must not arrive twice.
  #fail(failure: Failure) {
    this.#set({ isSending: false, notice: failure })
    this.#showToast('failed')
    if (!keepsCaptcha(failure)) this.#captcha?.reset()
  }

  #check(name: (typeof CHECKED_FIELDS)[number]) {
    const { [name]: _, ...others } = this.#state.faults
    this.#set({ faults: { ...others, ...findFaults(this.#form, [name]) } })
  }

  /** In the place of an earlier one: two would say different things of one message. */
  #showToast(kind: ToastKind) {
    this.#set({ toasts: [{ id: this.#toasts++, kind }] })
  }

  #restore(subjects: readonly string[]) {
    const draft = this.#kept.restore()
    if (draft) fillEmptyControls(this.#form, draft, subjects)
    this.#startedAt = draft?.startedAt ?? this.#startedAt
    this.#state = { ...IDLE, subject: controlOf(this.#form, SUBJECT_FIELD)?.value ?? '' }
    this.#keepDraft()
  }

  #keepDraft() {
    this.#kept.keep(this.#fields(), this.#startedAt)
  }

  #fields(): Draft['fields'] {
    return { ...readControls(this.#form), subject: this.#state.subject }
  }

  #followOtherTab = (event: StorageEvent) => {
    if (this.#state.isSending) return
    const isNew = this.#kept.isLeftBy(event, this.#fields())
    if (isNew && this.#changed.size > 0) this.#keepDraft()
  }

  /** Whatever fields a provider adds, each answer travels once and under the name of the wire. */
  #completeData = ({ formData }: FormDataEvent) => {
    for (const name of PROVIDER_FIELDS) formData.delete(name)
    for (const [name, value] of this.#captchaFields) formData.set(name, value)
  }

  #secondsToFill(): number {
    return this.#startedAt === undefined ? 0 : Math.round((Date.now() - this.#startedAt) / 1000)
  }

  #set(change: Partial<FormState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

export type MessageFormOptions = {
  form: HTMLFormElement
  /** The subjects that there are now; a kept one may be gone. */
  subjects: readonly string[]
  send: SendMessage
  openCaptcha: ((onStatus: (status: FormState['captcha']) => void) => CaptchaSession) | undefined
  /** When the form was touched before this came, in milliseconds. */
  startedAt: number | undefined
}
