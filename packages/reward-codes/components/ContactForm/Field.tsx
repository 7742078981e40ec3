import type { ComponentProps } from 'react'
import {
  EMAIL_FIELD,
  MAX_MESSAGE_LENGTH,
  MESSAGE_FIELD,
  NAME_FIELD,
} from 'reward-codes-gateway/protocol'
import type { FormStrings } from '../../content/portfolio.ts'
import { Icon } from '../Icon/Icon.tsx'
import { attempt } from '../lib/feature-detection.ts'
import styles from './ContactForm.module.css'
import type { FieldErrors, FieldName } from './form-state.ts'

/** A field of the browser: its options make it a list, and its rows a text of several lines. */
export function Field(props: FieldProps) {
  const { id, name, label, hint, error, options, title, isBusy, ...control } = props
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const shared = {
    id,
    name,
    'aria-describedby': [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined,
  }
  // Explicit, because an empty required field is announced as invalid before its visitor types
  // (https://github.com/FreedomScientific/standards-support/issues/320).
  const text = { ...shared, ...control, 'aria-invalid': error !== undefined, readOnly: isBusy }
  return (
    <div
      className={styles.field}
      data-invalid={error === undefined ? undefined : ''}
      data-wide={options || control.rows ? '' : undefined}
    >
      <div className={styles.labelRow}>
        <label htmlFor={id} className={styles.label} suppressHydrationWarning>
          {label}
        </label>
        {hint && (
          // Hidden, because screen readers read it as the description of the control: else they would read it twice.
          <span id={hintId} className={styles.hint} aria-hidden="true">
            <span key={hint} suppressHydrationWarning>
              {hint}
            </span>
          </span>
        )}
      </div>
      {/* Above the control: the browser shows the error of the first one below it. */}
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="circle-alert" />
          <span key={error}>{error}</span>
        </p>
      )}
      {options && (
        // Inert, not disabled: a disabled field is not sent.
        <span className={styles.box} inert={isBusy}>
          <select {...shared}>
            {['', ...options].map((option) => (
              // A translation changes the text, so the value is explicit.
              <option key={option} value={option} suppressHydrationWarning>
                {option || title}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </span>
      )}
      {!options && (control.rows ? <textarea {...text} /> : <input {...text} />)}
    </div>
  )
}

type TextField = HTMLInputElement | HTMLTextAreaElement

export function isTextField(target: unknown): target is TextField {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Finds a field by its name. Not `form[name]`, where properties of the form take precedence. */
export function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  return isTextField(field) || field instanceof HTMLSelectElement ? field : undefined
}

/** From this length on, the form shows how long the message is. */
export const COUNTED_LENGTH = MAX_MESSAGE_LENGTH - 1000

/**
 * The errors of all fields, from top to bottom. The browser, which explains the first one when the form is sent, does
 * so with the same text.
 */
export function validate(form: HTMLFormElement, strings: FormStrings): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of [NAME_FIELD, EMAIL_FIELD, MESSAGE_FIELD] as const) {
    const field = fieldOf(form, name)
    if (!field) continue
    // A custom error makes the field invalid until it is removed.
    field.setCustomValidity('')
    const error = errorOf(field, name, strings)
    if (!error) continue
    field.setCustomValidity(error)
    errors[name] = error
  }
  return errors
}

function errorOf(
  { value, required, validity }: TextField | HTMLSelectElement,
  name: FieldName,
  strings: FormStrings,
) {
  if (name === MESSAGE_FIELD && value.length > MAX_MESSAGE_LENGTH) {
    return withLength(strings.messageTooLong, value.length)
  }
  // The browser accepts blanks as a value.
  if (required && !value.trim() && !validity.badInput) {
    const { nameMissing: user_name, emailMissing: user_email, messageMissing: message } = strings
    return { user_name, user_email, message }[name]
  }
  if (validity.valid) return undefined
  return WHOLE_ADDRESS.test(value) ? strings.emailUnusable : strings.emailWrong
}

/** A whole address, also one that the browser does not accept: `ü@example.com`, `a b@example.com`. */
const WHOLE_ADDRESS = /[^\s@]@[^\s@]+\.[^\s@.]/

/** A text about the length of a message, with the numbers in the language of the page. */
export function withLength(text: string, length: number): string {
  const { lang } = document.documentElement
  // A translator may have set another language.
  const format = (number: number) => attempt(() => number.toLocaleString(lang)) ?? String(number)
  return text.replace('{count}', format(length)).replace('{limit}', format(MAX_MESSAGE_LENGTH))
}

type FieldProps = {
  id: string
  label: string
  /** A remark next to the label. */
  hint?: string | undefined
  error?: string | undefined
  options?: readonly string[]
  /** The first entry of the list, which is no choice. */
  title?: string
  isBusy: boolean
} & Pick<
  ComponentProps<'textarea'>,
  'name' | 'rows' | 'required' | 'maxLength' | 'autoComplete' | 'inputMode'
> & { type?: 'text' | 'email' }
