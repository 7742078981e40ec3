import type { FocusEventHandler, FormEventHandler, Ref } from 'react'
import {
  ACCOUNT_FIELD,
  EMAIL_FIELD,
  FILL_SECONDS_FIELD,
  HONEYPOT_FIELD,
  MESSAGE_FIELD,
  NAME_FIELD,
  SERVICE_FIELD,
  SUBJECT_FIELD,
  SUBMISSION_FIELD,
  TEMPLATE_FIELD,
} from 'reward-codes-protocol/fields'
import { MAX_EMAIL_LENGTH, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from 'reward-codes-protocol/limits'
import { SEND_FORM_PATH } from 'reward-codes-protocol/paths'
import type { FormContact, FormStrings } from '../../content/schema.ts'
import { ContactFormFooter, type ContactFormFooterProps } from './ContactFormFooter.tsx'
import styles from './ContactFormView.module.css'
import { NativeSelect } from './dropdown/NativeSelect.tsx'
import { Field, labelIdOf } from './Field.tsx'
import type { FormController } from './form-controller.ts'
import { type FormState, isSending, type ToastKind } from './form-state.ts'

const MESSAGE_ROWS = 5

/** The form in every state. Without scripts it is complete, and the browser posts it. */
export function ContactFormView(props: ContactFormViewProps) {
  const { id = 'message', contact, strings, state, components, refs } = props
  const { errors, toast, hasDropdown } = state
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
        ref={refs?.form}
        className={styles.form}
        method="post"
        encType="multipart/form-data"
        action={`${contact.form.origin ?? ''}${SEND_FORM_PATH}`}
        noValidate={components !== undefined}
        data-no-print=""
        data-message-form=""
        data-pending={state.status === 'waiting' ? '' : undefined}
        onPointerEnter={props.onPointerEnter}
        onFocus={props.onStart}
        onPointerDown={props.onStart}
        onInput={props.onChange}
        onBlur={props.onBlur}
        onSubmit={props.onSubmit}
      >
        <HiddenFields
          account={contact.form}
          submissionId={state.submissionId}
          honeypotLabel={strings.honeypot}
        />
        <Field
          id={`${id}-name`}
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
        <Field id={`${id}-email`} label={strings.email} error={emailError}>
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
          <Field id={`${id}-subject`} label={strings.subject} hint={strings.optional}>
            {({ 'aria-invalid': _, ...control }) =>
              components && hasDropdown ? (
                <components.Dropdown
                  {...control}
                  {...subject}
                  labelId={labelIdOf(control.id)}
                  value={state.subject}
                  isDisabled={isBusy}
                  onChange={props.onChooseSubject}
                />
              ) : (
                <NativeSelect {...control} {...subject} />
              )
            }
          </Field>
        </div>
        <div className={styles.wide}>
          <Field
            id={`${id}-text`}
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
        <ContactFormFooter
          contact={contact}
          strings={strings}
          state={state}
          refs={refs}
          onRetryCaptcha={props.onRetryCaptcha}
        />
      </form>
      {components && (
        <components.Toasts
          label={strings.toasts}
          dismissLabel={strings.dismiss}
          toasts={toast ? [{ id: toast.id, ...describeToast(toast.kind, strings) }] : []}
          onClose={props.onToastClose}
        />
      )}
    </>
  )
}

/**
 * The hidden fields of a message, and the honeypot. Without scripts, the browser posts the account
 * from these fields; the EmailJS client sends the same values. On sending, submit.ts fills in the time.
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
          {honeypotLabel}
          <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

function describeToast(kind: ToastKind, strings: FormStrings) {
  switch (kind) {
    case 'sent':
      return { type: 'success' as const, text: strings.toastSent }
    case 'captcha':
      return { type: 'error' as const, text: strings.toastCaptcha }
    case 'failed':
      return { type: 'error' as const, text: strings.toastFailed }
  }
}

type HiddenFieldsProps = {
  account: { service: string; template: string; publicKey: string }
  submissionId: string
  honeypotLabel: string
}

export type ContactFormViewProps = {
  /** Prefix of the field ids, for pages with several forms. */
  id?: string
  contact: FormContact
  strings: FormStrings
  state: FormState
  /** Components that load with the form's scripts. */
  components: Pick<FormController, 'Dropdown' | 'Toasts'> | undefined
  refs?: NonNullable<ContactFormFooterProps['refs']> & { form: Ref<HTMLFormElement> }
  /** Called when a pointer enters the form. */
  onPointerEnter?: () => void
  onStart?: () => void
  onChange?: FormEventHandler
  onBlur?: FocusEventHandler
  onSubmit?: FormEventHandler
  onChooseSubject: (subject: string) => void
  onRetryCaptcha: () => void
  onToastClose: () => void
}
