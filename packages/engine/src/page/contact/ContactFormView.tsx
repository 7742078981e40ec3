import type { FocusEventHandler, FormEventHandler, Ref } from 'react'
import type { FormWords, Portfolio } from '../../content/schema.ts'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD, SUBJECT_FIELD } from '../../wire/fields.ts'
import { EMAIL_LENGTH, MESSAGE_LENGTH, NAME_LENGTH } from '../../wire/limits.ts'
import { SEND_FORM_PATH } from '../../wire/paths.ts'
import type { FormState, ToastKind } from '../behaviour/form/form-state.ts'
import { Field, labelIdOf } from '../parts/Field.tsx'
import { NativeSelect } from '../parts/NativeSelect.tsx'
import { ContactFormFoot, type ContactFormFootProps } from './ContactFormFoot.tsx'
import styles from './ContactFormView.module.css'
import { HiddenFields } from './HiddenFields.tsx'
import type { LiveForm } from './live-form.ts'

const MESSAGE_ROWS = 5

/** The form in any of its states. It is whole without scripts, and then the browser posts it. */
export function ContactFormView(props: ContactFormViewProps) {
  const { id = 'message', contact, words, state, parts, hasOwnDropdown, refs } = props
  const { faults, isSending } = state
  const emailFault =
    faults.user_email && { missing: words.emailMissing, wrong: words.emailWrong }[faults.user_email]
  const subject = {
    name: SUBJECT_FIELD,
    title: words.subjectTitle,
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
        noValidate={parts !== undefined}
        data-screen-only=""
        data-message-form=""
        onPointerEnter={props.onApproach}
        onFocus={props.onTouch}
        onPointerDown={props.onTouch}
        onInput={props.onChange}
        onBlur={props.onLeave}
        onSubmit={props.onSubmit}
      >
        <HiddenFields account={contact.form} trapLabel={words.trap} />
        <Field id={`${id}-name`} label={words.name} fault={faults.user_name && words.nameMissing}>
          {(control) => (
            <input
              {...control}
              name={NAME_FIELD}
              type="text"
              required
              maxLength={NAME_LENGTH}
              autoComplete="name"
              readOnly={isSending}
            />
          )}
        </Field>
        <Field id={`${id}-email`} label={words.email} fault={emailFault}>
          {(control) => (
            <input
              {...control}
              name={EMAIL_FIELD}
              type="email"
              required
              maxLength={EMAIL_LENGTH}
              autoComplete="email"
              inputMode="email"
              readOnly={isSending}
            />
          )}
        </Field>
        <div className={styles.wide}>
          <Field id={`${id}-subject`} label={words.subject} optional={words.optional}>
            {({ 'aria-invalid': _, ...control }) =>
              parts && hasOwnDropdown ? (
                <parts.Dropdown
                  {...control}
                  {...subject}
                  labelId={labelIdOf(control.id)}
                  value={state.subject}
                  isDisabled={isSending}
                  onChange={props.onChooseSubject}
                />
              ) : (
                <NativeSelect {...control} {...subject} />
              )
            }
          </Field>
        </div>
        <div className={styles.wide}>
          <Field id={`${id}-text`} label={words.message} optional={words.optional}>
            {(control) => (
              <textarea
                {...control}
                name={MESSAGE_FIELD}
                rows={MESSAGE_ROWS}
                maxLength={MESSAGE_LENGTH}
                readOnly={isSending}
              />
            )}
          </Field>
        </div>
        <ContactFormFoot
          contact={contact}
          words={words}
          state={state}
          refs={refs}
          onRetryCaptcha={props.onRetryCaptcha}
        />
      </form>
      {parts && (
        <parts.Toasts
          label={words.toasts}
          dismissLabel={words.dismiss}
          toasts={state.toasts.map(({ id, kind }) => ({ id, ...describeToast(kind, words) }))}
          onGone={props.onDropToast}
        />
      )}
    </>
  )
}

function describeToast(kind: ToastKind, words: FormWords) {
  switch (kind) {
    case 'sent':
      return { type: 'success' as const, text: words.toastSent }
    case 'captcha':
      return { type: 'error' as const, text: words.toastCaptcha }
    case 'failed':
      return { type: 'error' as const, text: words.toastFailed }
  }
}

export type ContactFormViewProps = {
  /** Begins the ids of the fields, should there be several forms. */
  id?: string
  contact: NonNullable<Portfolio['contact']>
  words: FormWords
  state: FormState
  /** What comes with the form's scripts. */
  parts: Pick<LiveForm, 'Dropdown' | 'Toasts'> | undefined
  hasOwnDropdown: boolean
  refs?: NonNullable<ContactFormFootProps['refs']> & { form: Ref<HTMLFormElement> }
  /** A pointer comes over the form. */
  onApproach?: () => void
  onTouch?: () => void
  onChange?: FormEventHandler
  onLeave?: FocusEventHandler
  onSubmit?: FormEventHandler
  onChooseSubject: (subject: string) => void
  onRetryCaptcha: () => void
  onDropToast: (id: number) => void
}
