import type { ComponentProps, Ref } from 'react'
import type { FormContact, FormStrings } from 'reward-codes/internal/content/schema.ts'
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
  SEND_FORM_PATH,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
} from 'reward-codes-gateway/protocol'
import { Icon } from '../Icon/Icon.tsx'
import styles from './ContactForm.module.css'
import { CaptchaSlot } from './captcha/CaptchaSlot.tsx'
import { Field, labelIdOf, NativeSelect } from './Field.tsx'
import { type FormState, type FormStatus, isSending } from './form-state.ts'

const MESSAGE_ROWS = 5

// A translation by the browser replaces text nodes, and React cannot remove or change a replaced one.
// Text that comes, goes or changes beside other nodes therefore has an element of its own. Each element of the first
// rendering has suppressHydrationWarning: a page that is translated before hydration would lose what was typed.

/**
 * The form in every state. Progressive enhancement: without scripts it is complete, and the browser posts
 * it.
 */
export function ContactFormView(props: ContactFormViewProps) {
  const { contact, strings, state, refs, events } = props
  const { errors, toast, controller, hasDropdown } = state
  const isBusy = isSending(state)
  const { messageRequired } = contact.form
  const emailError =
    errors.user_email &&
    { missing: strings.emailMissing, wrong: strings.emailWrong }[errors.user_email]
  const subject = {
    name: SUBJECT_FIELD,
    placeholder: strings.subjectTitle,
    options: contact.subjects,
  }
  return (
    <>
      <form
        ref={refs.form}
        className={styles.form}
        method="post"
        encType="multipart/form-data"
        action={`${contact.form.origin ?? ''}${SEND_FORM_PATH}`}
        noValidate={controller !== undefined}
        // Firefox reports a form with an empty required field as invalid.
        aria-invalid={false}
        data-no-print=""
        data-pending={state.status === 'waiting' ? '' : undefined}
        {...events}
      >
        <HiddenFields
          account={contact.form}
          submissionId={state.submissionId}
          honeypotLabel={strings.honeypot}
        />
        <Field
          id="message-name"
          label={strings.name}
          error={errors.user_name && strings.nameMissing}
        >
          {(control) => (
            <input
              {...control}
              name={NAME_FIELD}
              type="text"
              required
              maxLength={MAX_NAME_LENGTH}
              autoComplete="name"
              readOnly={isBusy}
            />
          )}
        </Field>
        <Field id="message-email" label={strings.email} error={emailError}>
          {(control) => (
            <input
              {...control}
              name={EMAIL_FIELD}
              type="email"
              required
              maxLength={MAX_EMAIL_LENGTH}
              autoComplete="email"
              inputMode="email"
              readOnly={isBusy}
            />
          )}
        </Field>
        <div className={styles.wide}>
          <Field id="message-subject" label={strings.subject} hint={strings.optional}>
            {({ 'aria-invalid': _, ...control }) =>
              controller && hasDropdown ? (
                <controller.Dropdown
                  {...control}
                  {...subject}
                  labelId={labelIdOf(control.id)}
                  value={state.subject}
                  isDisabled={isBusy}
                  onChange={controller.chooseSubject}
                />
              ) : (
                <NativeSelect {...control} {...subject} />
              )
            }
          </Field>
        </div>
        <div className={styles.wide}>
          <Field
            id="message-text"
            label={strings.message}
            {...(!messageRequired && { hint: strings.optional })}
            error={errors.message && strings.messageMissing}
          >
            {(control) => (
              <textarea
                {...control}
                name={MESSAGE_FIELD}
                required={messageRequired}
                rows={MESSAGE_ROWS}
                maxLength={MAX_MESSAGE_LENGTH}
                readOnly={isBusy}
              />
            )}
          </Field>
        </div>
        <FormFooter contact={contact} strings={strings} state={state} refs={refs} />
      </form>
      {controller && toast && (
        <controller.Toast
          key={toast.id}
          kind={toast.kind}
          strings={strings}
          onClose={controller.closeToast}
        />
      )}
    </>
  )
}

/**
 * The hidden fields of a message, and the honeypot. Without scripts, the browser posts the account
 * from these fields; the EmailJS client sends the same values. On sending, form-controller.ts sets the
 * submission id and the time.
 */
function HiddenFields({ account, submissionId, honeypotLabel }: HiddenFieldsProps) {
  return (
    <>
      <input type="hidden" name={SERVICE_FIELD} value={account.service} />
      <input type="hidden" name={TEMPLATE_FIELD} value={account.template} />
      <input type="hidden" name={ACCOUNT_FIELD} value={account.publicKey} />
      <input type="hidden" name={SUBMISSION_FIELD} value={submissionId} />
      <input type="hidden" name={FILL_SECONDS_FIELD} />
      <div className={styles.honeypot} aria-hidden="true">
        <label>
          <span suppressHydrationWarning>{honeypotLabel}</span>
          <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

/** The end of the form: the captcha, the Send button and the status message. */
function FormFooter({ contact, strings, state, refs }: FormFooterProps) {
  const { captcha } = contact.form
  const { status, controller } = state
  const isBusy = isSending(state)
  return (
    <div className={styles.foot}>
      {captcha.provider !== 'none' && (
        <CaptchaSlot
          captcha={captcha}
          status={state.captcha}
          strings={strings}
          slot={refs.slot}
          onRetry={() => controller?.retryCaptcha()}
        />
      )}
      <div className={styles.end}>
        <button
          ref={refs.button}
          type="submit"
          className={styles.send}
          disabled={isBusy}
          suppressHydrationWarning
        >
          {isBusy ? strings.sending : strings.send}
        </button>
        <p
          ref={refs.notice}
          className={styles.notice}
          // Not role="status": screen readers announce an empty one as a status bar.
          aria-live="polite"
          aria-atomic="true"
          data-notice={status}
        >
          {/* Shown while the form has data-pending, which boot.ts sets before hydration. */}
          <span className={styles.early} suppressHydrationWarning>
            {strings.waiting}
          </span>
          {status && hasIcon(status) && (
            <Icon name={status === 'sent' ? 'circle-check' : 'circle-alert'} />
          )}
          {status && status !== 'waiting' && (
            <span key={status} data-visually-hidden={status === 'sending' ? '' : undefined}>
              {statusText(status, strings)}{' '}
              {offersEmail(status) && contact.email && (
                <>
                  {strings.orWrite} <a href={`mailto:${contact.email}`}>{contact.email}</a>
                </>
              )}
            </span>
          )}
        </p>
      </div>
    </div>
  )
}

/** Whether the status is an outcome. */
function hasIcon(status: FormStatus): boolean {
  return !['waiting', 'sending'].includes(status)
}

/** Whether to suggest email instead of the form. */
function offersEmail(status: FormStatus): boolean {
  return hasIcon(status) && !['sent', 'faults', 'captcha'].includes(status)
}

function statusText(status: Exclude<FormStatus, 'waiting'>, strings: FormStrings): string {
  return status === 'captcha' ? strings.captchaFirst : strings[status]
}

type HiddenFieldsProps = {
  account: { service: string; template: string; publicKey: string }
  submissionId: string
  honeypotLabel: string
}

type FormFooterProps = Pick<ContactFormViewProps, 'contact' | 'strings' | 'state' | 'refs'>

export type ContactFormViewProps = {
  contact: FormContact
  strings: FormStrings
  state: FormState
  refs: {
    form: Ref<HTMLFormElement>
    slot: Ref<HTMLDivElement>
    button: Ref<HTMLButtonElement>
    notice: Ref<HTMLParagraphElement>
  }
  /** The event handlers of the form element. */
  events: ComponentProps<'form'>
}
