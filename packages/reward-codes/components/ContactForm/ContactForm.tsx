import { type FormEvent, useEffectEvent, useReducer, useRef, useState } from 'react'
import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  LANGUAGE_FIELD,
  MAX_EMAIL_LENGTH,
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
import type { FormContact } from '../../content/portfolio.ts'
import { Button } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { island } from '../island/island.tsx'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import { Captcha } from './Captcha.tsx'
import styles from './ContactForm.module.css'
import { createCaptcha } from './captcha.ts'
import { clearDraft, type Draft, readDraft, writeDraft } from './draft.ts'
import { COUNTED_LENGTH, Field, fieldOf, validate, withLength } from './Field.tsx'
import {
  AT_REST,
  DEADLINE_MS,
  NAME_FIELD_ID,
  reduce,
  type Sent,
  type Status,
  type Stop,
} from './form-state.ts'
import { FormStringsContext, stringsIn, useFormStrings } from './form-strings.ts'
import { Receipt } from './Receipt.tsx'
import { receiptNumber } from './receipt.ts'
import { isCaptchaReusable, send } from './send.ts'
import { Toast } from './Toast.tsx'

/** Not in the protocol: a variable of the message, so that the owner can find it by what the visitor quotes. */
const RECEIPT_FIELD = 'receipt'
/** Longer than a double click. */
const DOUBLE_CLICK_MS = 1000

// A translation by the browser replaces text nodes, and React cannot remove or change a replaced one
// (https://github.com/facebook/react/issues/11538). Text that comes, goes or changes beside other nodes therefore has a
// separate element. The texts of the first rendering have suppressHydrationWarning: else React would render a translated
// form again, in the language of the page.

/** The form in every state. Without scripts it is complete, and the browser validates and posts it. */
function ContactForm({ contact }: ContactFormProps) {
  const strings = useFormStrings()
  const { language } = contact
  const { captcha: captchaConfig, messageRequired, origin, service, template } = contact.form
  const search = language ? `?${LANGUAGE_FIELD}=${language}` : ''
  const [state, dispatch] = useReducer(reduce, AT_REST)
  const { status, errors, toast, receipt, length } = state
  const isBusy = status === 'sending'
  const [captcha] = useState(() =>
    createCaptcha(contact.form, (captcha) => dispatch({ type: 'captcha', captcha })),
  )
  const form = useRef<HTMLFormElement>(null)
  const slot = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLParagraphElement>(null)
  const receiptElement = useRef<HTMLElement>(null)
  const draft = useRef<Draft>({ fields: {}, submissionId: '' })
  const sentAt = useRef(0)

  useSafeEffect(() => {
    if (!status || status === 'faults') return
    const { activeElement } = document
    // The Send button has lost the focus when it was disabled.
    const isLost = activeElement === document.body
    if (isSent(status)) {
      receiptElement.current?.scrollIntoView({ block: 'nearest' })
      if (isLost || form.current?.contains(activeElement)) {
        notice.current?.focus({ preventScroll: true })
      }
    } else if (isLost) button.current?.focus({ preventScroll: true })
    // In a small window, the status may be out of view.
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [status])

  const resume = useEffectEvent((element: HTMLFormElement) => {
    draft.current = readDraft()
    // A field has a value already if the visitor typed before hydration.
    if (Object.values(valuesOf(element)).some(Boolean)) {
      draft.current.startedAt ??= performance.timeOrigin
    }
    fillEmptyFields(element, draft.current, contact.subjects)
    if (element.contains(document.activeElement)) begin()
    check(element)
    // boot.ts holds a message that is sent before hydration. In a separate task, after all effects.
    setTimeout(() => element.dispatchEvent(new Event('hydrated', { bubbles: true })))
  })
  useSafeEffect(() => {
    if (form.current) resume(form.current)
  }, [])

  const begin = () => {
    draft.current.startedAt ??= Date.now()
    captcha.approach(slot.current)
  }
  const check = (element: HTMLFormElement) => {
    writeDraft({ ...draft.current, fields: valuesOf(element) })
    const length = fieldOf(element, MESSAGE_FIELD)?.value.length ?? 0
    dispatch({ type: 'typed', errors: validate(element, strings), length })
  }
  /** The browser has found a field that is not valid, and explains the first one. */
  const refuse = (event: FormEvent<HTMLFormElement>) => {
    // The second click of a double click, after a response that was faster.
    if (Date.now() - sentAt.current < DOUBLE_CLICK_MS) return event.preventDefault()
    dispatch({ type: 'refused', errors: validate(event.currentTarget, strings) })
    // The first field has the focus then. WebKit counts it as in view behind the header, whatever its scroll-margin
    // (https://bugs.webkit.org/show_bug.cgi?id=245100).
    setTimeout(() => document.activeElement?.scrollIntoView({ block: 'nearest' }))
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    if (isBusy) return
    if (!(captcha.isDone() || captcha.isSolving())) {
      return dispatch({ type: 'stopped', why: 'captchaFirst' })
    }
    dispatch({ type: 'sending' })
    draft.current.fields = valuesOf(element)
    writeDraft(draft.current)
    const outcome = await withinDeadline((signal) => attemptToSend(element, signal))
    if (isSent(outcome)) finish(element, outcome)
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
  const finish = (element: HTMLFormElement, outcome: Sent) => {
    const { submissionId, fields } = draft.current
    const [number, subject] = [receiptNumber(submissionId), fields[SUBJECT_FIELD] ?? '']
    const isConfirmed = outcome === 'sent'
    element.reset()
    if (isConfirmed) {
      clearDraft()
      draft.current = readDraft()
    }
    sentAt.current = Date.now()
    const receipt = isConfirmed ? { number, time: new Date(), subject } : undefined
    dispatch({ type: 'sent', receipt })
    captcha.reset()
  }
  const restore = () => {
    if (!form.current) return
    fillEmptyFields(form.current, draft.current, contact.subjects)
    check(form.current)
    dispatch({ type: 'restored' })
    fieldOf(form.current, MESSAGE_FIELD)?.focus()
  }

  const messageHint = messageRequired ? undefined : strings.optional
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        lang={contact.textLanguage}
        method="post"
        encType="multipart/form-data"
        action={`${origin ?? ''}${SEND_FORM_PATH}${search}`}
        // Explicit, as in Field.tsx: Firefox reports a form with an empty required field as invalid.
        aria-invalid={false}
        data-no-print=""
        onFocus={begin}
        onPointerDown={begin}
        onInput={({ currentTarget }) => check(currentTarget)}
        onInvalid={refuse}
        onSubmit={submit}
      >
        {/* For a post without scripts. The EmailJS client sends the same values. */}
        <input type="hidden" name={SERVICE_FIELD} value={service} />
        <input type="hidden" name={TEMPLATE_FIELD} value={template} />
        <input type="hidden" name={ACCOUNT_FIELD} value={contact.form.publicKey} />
        <input type="hidden" name={SUBMISSION_FIELD} />
        <input type="hidden" name={FILL_SECONDS_FIELD} />
        {language && <input type="hidden" name={LANGUAGE_FIELD} value={language} />}
        <div className={styles.honeypot} aria-hidden="true">
          <label>
            <span suppressHydrationWarning>{strings.honeypot}</span>
            <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Field
          id={NAME_FIELD_ID}
          label={strings.name}
          error={errors.user_name}
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
          error={errors.user_email}
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
          hint={length >= COUNTED_LENGTH ? withLength(strings.messageLength, length) : messageHint}
          error={errors.message}
          name={MESSAGE_FIELD}
          required={messageRequired}
          rows={5}
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
          <Button
            ref={button}
            type="submit"
            disabled={isBusy}
            // A program may have filled in a field without an event, so check again before the browser validates.
            onClick={({ currentTarget }) =>
              currentTarget.form && validate(currentTarget.form, strings)
            }
            suppressHydrationWarning
          >
            {isBusy ? strings.sending : strings.send}
          </Button>
          <p
            ref={notice}
            tabIndex={-1}
            className={styles.notice}
            // Not role="status": screen readers announce an empty one as a status bar.
            aria-live="polite"
            aria-atomic="true"
            data-notice={status}
          >
            {status && (
              <Notice key={status} status={status} email={contact.email} onRestore={restore} />
            )}
          </p>
        </div>
      </form>
      {receipt && <Receipt ref={receiptElement} sent={receipt} contact={contact} />}
      {toast && (
        <Toast key={toast.id} kind={toast.kind} onClose={() => dispatch({ type: 'toastClosed' })} />
      )}
    </>
  )
}

/** The progress, for screen readers only, or the outcome of a press on Send, and where else to write. */
function Notice({ status, email, onRestore }: NoticeProps) {
  const strings = useFormStrings()
  if (status === 'sending') return <span data-visually-hidden="">{strings.sending}</span>
  const isUnsure = !['sent', 'faults', 'captchaFirst'].includes(status)
  return (
    <>
      <Icon name={status === 'sent' ? 'circle-check' : 'circle-alert'} />
      <span>
        <span>{strings[status]}</span>{' '}
        {status === 'unconfirmed' && (
          <button type="button" className={styles.textButton} onClick={onRestore}>
            {strings.restore}
          </button>
        )}{' '}
        {isUnsure && email && (
          <>
            {strings.orWrite} <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
      </span>
    </>
  )
}

function isSent(status: Status): status is Sent {
  return status === 'sent' || status === 'unconfirmed'
}

/** Aborts and reports a timeout when the deadline has passed, whatever is pending. */
async function withinDeadline(act: (signal: AbortSignal) => Promise<Sent | Stop>) {
  const deadline = new AbortController()
  const timeout = new Promise<'timeout'>((resolve) => {
    setTimeout(resolve, DEADLINE_MS, 'timeout')
  })
  const outcome = await Promise.race([act(deadline.signal), timeout])
  deadline.abort()
  return outcome
}

function valuesOf(form: HTMLFormElement): Draft['fields'] {
  const data = new FormData(form)
  return Object.fromEntries(VISITOR_FIELDS.map((name) => [name, String(data.get(name) ?? '')]))
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

function LocalizedForm({ contact }: ContactFormProps) {
  return (
    <FormStringsContext value={stringsIn(contact.language)}>
      <ContactForm contact={contact} />
    </FormStringsContext>
  )
}

export default island('contactForm', LocalizedForm)

type ContactFormProps = { contact: FormContact }

type NoticeProps = {
  status: Status
  email: string | undefined
  /** Fills in what was sent and is not confirmed. */
  onRestore: () => void
}
