import strings from 'virtual:reward-codes/form-strings'
import { type FormEvent, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { FormContact } from 'reward-codes/internal/content/schema.ts'
import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  MAX_EMAIL_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MESSAGE_FIELD,
  NAME_FIELD,
  PROVIDER_CAPTCHA_FIELDS,
  SEND_FORM_PATH,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
  VISITOR_FIELDS,
} from 'reward-codes-gateway/protocol'
import { Button } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { island } from '../island/island.tsx'
import { Captcha } from './Captcha.tsx'
import styles from './ContactForm.module.css'
import { createCaptcha } from './captcha.ts'
import { clearDraft, type Draft, newDraft, readDraft, writeDraft } from './draft.ts'
import { errorsOf, Field, fieldOf, isTextField } from './Field.tsx'
import {
  AT_REST,
  DEADLINE_MS,
  type FieldName,
  reduce,
  type Status,
  type Stop,
} from './form-state.ts'
import { Receipt } from './Receipt.tsx'
import { receiptNumber } from './receipt.ts'
import { isCaptchaReusable, send } from './send.ts'
import { Toast } from './Toast.tsx'

/** Not in the protocol: a variable of the message, so that the owner can find it by what the visitor quotes. */
const RECEIPT_FIELD = 'receipt'
/** Longer than a double click. */
const DOUBLE_CLICK_MS = 1000
/** After the pointer is up, the browser dispatches the click. */
const CLICK_MS = 50

// A translation by the browser replaces text nodes, and React cannot remove or change a replaced one. Text that comes,
// goes or changes beside other nodes therefore has an element of its own. Each element of the first rendering has
// suppressHydrationWarning: a page that is translated before hydration would lose what was typed.

/** The form in every state. Without scripts it is complete, and the browser validates and posts it. */
function ContactForm({ contact }: ContactFormProps) {
  const { captcha: captchaConfig, messageRequired, origin, service, template } = contact.form
  const [state, dispatch] = useReducer(reduce, AT_REST)
  const { status, errors, toast, receipt } = state
  const isBusy = status === 'sending'
  const [captcha] = useState(() =>
    createCaptcha(contact.form, (captcha) => dispatch({ type: 'captcha', captcha })),
  )
  const form = useRef<HTMLFormElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const draft = useRef<Draft>({ fields: {}, submissionId: '' })
  const sentAt = useRef(0)

  useEffect(() => {
    if (!status || status === 'faults') return
    // In a small window, the status may be out of view.
    notice.current?.scrollIntoView({ block: 'nearest' })
    // A button that was disabled has lost the focus.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [status])

  const resume = useEffectEvent((element: HTMLFormElement) => {
    draft.current = readDraft() ?? newDraft()
    fillEmptyFields(element, draft.current, contact.subjects)
    if (element.contains(document.activeElement)) begin()
    keepDraft(element)
    // boot.ts holds a message that is sent before hydration, and its time. In a task of its own, after all effects.
    setTimeout(() => {
      if (element.dataset.pending) element.requestSubmit()
      delete element.dataset.pending
    })
  })
  useEffect(() => {
    if (form.current) resume(form.current)
  }, [])

  const begin = () => {
    draft.current.startedAt ??= Date.now()
    captcha.approach(slot.current)
  }
  const keepDraft = (element: HTMLFormElement) => {
    const data = new FormData(element)
    const values = VISITOR_FIELDS.map((name) => [name, String(data.get(name) ?? '')])
    draft.current.fields = Object.fromEntries(values)
    writeDraft(draft.current)
  }
  const type = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    keepDraft(currentTarget)
    dispatch({ type: 'typed', errors: errorsOf(currentTarget) })
  }
  /**
   * Validates a field that loses the focus. An error moves what is below it, so it waits until a press has ended:
   * the blur comes before the click. Presses in the iframe of a captcha do not reach the page.
   */
  const leave = (field: EventTarget) => {
    if (!isTextField(field)) return
    setTimeout(() => {
      const isInFrame = document.activeElement instanceof HTMLIFrameElement
      const isPressed = document.documentElement.matches(':active')
      if (isInFrame || isPressed) {
        addEventListener(isInFrame ? 'focus' : 'pointerup', () => leave(field), { once: true })
      } else if (field.form && field.value && document.activeElement !== field) {
        const { [field.name as FieldName]: error } = errorsOf(field.form)
        if (error) dispatch({ type: 'left', errors: { [field.name]: error } })
      }
    }, CLICK_MS)
  }
  /** The browser has found a field that is not valid, and explains the first one. */
  const refuse = (event: FormEvent<HTMLFormElement>) => {
    // The second click of a double click, after a response that was faster.
    if (Date.now() - sentAt.current < DOUBLE_CLICK_MS) return event.preventDefault()
    dispatch({ type: 'refused', errors: errorsOf(event.currentTarget) })
    // WebKit leaves the first one, which has the focus, behind the header.
    setTimeout(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (isBusy) return
    // The browser accepts blanks as a value.
    const blanks = errorsOf(element)
    const [first] = Object.keys(blanks)
    if (first) {
      dispatch({ type: 'refused', errors: blanks })
      return fieldOf(element, first)?.focus()
    }
    if (!(captcha.isDone() || captcha.isSolving())) {
      return dispatch({ type: 'stopped', why: 'captchaFirst' })
    }
    dispatch({ type: 'sending' })
    // When Send was pressed: now, or before hydration.
    const pressedAt = Number(element.dataset.pending) || Date.now()
    const outcome = await withinDeadline(pressedAt, (signal) => attemptToSend(element, signal))
    if (outcome === 'sent') finish(element)
    else {
      dispatch({ type: 'stopped', why: outcome })
      // The submission id stays as idempotency key: a message that failed here may have arrived.
      if (outcome !== 'captchaFirst' && !isCaptchaReusable(outcome)) captcha.reset()
    }
  }
  const attemptToSend = async (element: HTMLFormElement, signal: AbortSignal) => {
    await captcha.solved()
    if (!captcha.isDone()) return 'captchaFirst'
    const captchaFields = await captcha.readFields()
    if (signal.aborted) return 'timeout'
    const { submissionId, startedAt = performance.timeOrigin } = draft.current
    return send(element, { ...contact.form, origin: origin ?? location.origin }, (data) => {
      // Replaces the fields of the provider with those of the protocol, one per name.
      for (const name of PROVIDER_CAPTCHA_FIELDS) data.delete(name)
      for (const [name, value] of captchaFields) data.set(name, value)
      data.set(SUBMISSION_FIELD, submissionId)
      data.set(FILL_SECONDS_FIELD, String(Math.round((Date.now() - startedAt) / 1000)))
      data.set(RECEIPT_FIELD, receiptNumber(submissionId))
    })
  }
  const finish = (element: HTMLFormElement) => {
    const { submissionId, fields } = draft.current
    const [number, subject] = [receiptNumber(submissionId), fields[SUBJECT_FIELD] ?? '']
    element.reset()
    clearDraft()
    draft.current = newDraft()
    sentAt.current = Date.now()
    dispatch({ type: 'sent', receipt: { number, time: new Date(), subject } })
    captcha.reset()
  }

  return (
    <>
      <form
        ref={form}
        className={styles.form}
        method="post"
        encType="multipart/form-data"
        action={`${origin ?? ''}${SEND_FORM_PATH}`}
        // Firefox reports a form with an empty required field as invalid.
        aria-invalid={false}
        data-no-print=""
        onFocus={begin}
        onPointerDown={begin}
        onInput={type}
        onBlur={({ target }) => leave(target)}
        onInvalid={refuse}
        onSubmit={submit}
      >
        {/* For a post without scripts. The EmailJS client sends the same values. */}
        <input type="hidden" name={SERVICE_FIELD} value={service} />
        <input type="hidden" name={TEMPLATE_FIELD} value={template} />
        <input type="hidden" name={ACCOUNT_FIELD} value={contact.form.publicKey} />
        <input type="hidden" name={SUBMISSION_FIELD} />
        <input type="hidden" name={FILL_SECONDS_FIELD} />
        <div className={styles.honeypot} aria-hidden="true">
          <label>
            <span suppressHydrationWarning>{strings.honeypot}</span>
            <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Field
          id="message-name"
          label={strings.name}
          error={errors.user_name && strings[errors.user_name]}
          name={NAME_FIELD}
          type="text"
          required
          maxLength={MAX_NAME_LENGTH}
          autoComplete="name"
          isBusy={isBusy}
        />
        <Field
          id="message-email"
          label={strings.email}
          error={errors.user_email && strings[errors.user_email]}
          name={EMAIL_FIELD}
          type="email"
          required
          maxLength={MAX_EMAIL_LENGTH}
          autoComplete="email"
          inputMode="email"
          isBusy={isBusy}
        />
        <Field
          id="message-subject"
          label={strings.subject}
          hint={strings.optional}
          name={SUBJECT_FIELD}
          options={contact.subjects}
          title={strings.subjectTitle}
          isBusy={isBusy}
        />
        <Field
          id="message-text"
          label={strings.message}
          hint={messageRequired ? undefined : strings.optional}
          error={errors.message && strings[errors.message]}
          name={MESSAGE_FIELD}
          required={messageRequired}
          rows={5}
          maxLength={MAX_MESSAGE_LENGTH}
          isBusy={isBusy}
        />
        {captchaConfig.provider !== 'none' && (
          <Captcha
            config={captchaConfig}
            state={state.captcha}
            isMissing={status === 'captchaFirst'}
            slot={slot}
            onStart={() => captcha.start(slot.current)}
          />
        )}
        <div className={styles.end}>
          <Button ref={button} type="submit" disabled={isBusy} suppressHydrationWarning>
            {isBusy ? strings.sending : strings.send}
          </Button>
          <p
            ref={notice}
            className={styles.notice}
            // Not role="status": screen readers announce an empty one as a status bar.
            aria-live="polite"
            aria-atomic="true"
            data-notice={status}
          >
            {/* Shown while boot.ts holds the message. */}
            <span className={styles.early} suppressHydrationWarning>
              {strings.waiting}
            </span>
            {status && <Notice key={status} status={status} email={contact.email} />}
          </p>
        </div>
      </form>
      {receipt && <Receipt sent={receipt} contact={contact} />}
      {toast && (
        <Toast key={toast.id} kind={toast.kind} onClose={() => dispatch({ type: 'toastClosed' })} />
      )}
    </>
  )
}

/** The progress, for screen readers only, or the outcome of a press on Send, and where else to write. */
function Notice({ status, email }: { status: Status; email: string | undefined }) {
  if (status === 'sending') return <span data-visually-hidden="">{strings.sending}</span>
  const isFailure = !['sent', 'faults', 'captchaFirst'].includes(status)
  return (
    <>
      <Icon name={status === 'sent' ? 'circle-check' : 'circle-alert'} />
      <span>
        {strings[status]}{' '}
        {isFailure && email && (
          <>
            {strings.orWrite} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </span>
    </>
  )
}

/** Aborts and reports a timeout when the deadline has passed, whatever is pending. */
async function withinDeadline(
  pressedAt: number,
  act: (signal: AbortSignal) => Promise<'sent' | Stop>,
) {
  const deadline = new AbortController()
  const timeout = new Promise<'timeout'>((resolve) => {
    setTimeout(resolve, pressedAt + DEADLINE_MS - Date.now(), 'timeout')
  })
  const outcome = await Promise.race([act(deadline.signal), timeout])
  deadline.abort()
  return outcome
}

/** Fills empty fields from a draft, and preserves text that is typed in the meantime. */
function fillEmptyFields(form: HTMLFormElement, { fields }: Draft, subjects: readonly string[]) {
  for (const [name, stored] of Object.entries(fields)) {
    const field = fieldOf(form, name)
    // The owner may have removed the subject since it was chosen.
    const isKnown = name !== SUBJECT_FIELD || subjects.includes(stored)
    if (isKnown && field?.value === '') field.value = stored
  }
}

export default island('contactForm', ContactForm)

type ContactFormProps = { contact: FormContact }
