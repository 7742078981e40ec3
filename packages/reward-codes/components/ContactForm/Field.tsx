import type { ComponentProps } from 'react'
import { EMAIL_FIELD, MESSAGE_FIELD, NAME_FIELD } from 'reward-codes-gateway/protocol'
import { Icon } from '../Icon/Icon.tsx'
import styles from './ContactForm.module.css'
import type { FieldErrors } from './form-state.ts'

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
  // aria-invalid is explicit, because Firefox reports an empty required field as invalid.
  const text = { ...shared, ...control, 'aria-invalid': error !== undefined, readOnly: isBusy }
  return (
    <div className={styles.field} data-invalid={error === undefined ? undefined : ''}>
      <div className={styles.labelRow}>
        <label htmlFor={id} className={styles.label} suppressHydrationWarning>
          {label}
        </label>
        {hint && (
          // Screen readers read it as the description of the control, and not before its name as well.
          <span id={hintId} className={styles.hint} aria-hidden="true" suppressHydrationWarning>
            {hint}
          </span>
        )}
      </div>
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
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="circle-alert" />
          <span key={error}>{error}</span>
        </p>
      )}
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

const ERRORS = [
  [NAME_FIELD, 'nameMissing', 'nameMissing'],
  [EMAIL_FIELD, 'emailMissing', 'emailWrong'],
  [MESSAGE_FIELD, 'messageMissing', 'messageMissing'],
] as const

/** The errors of all fields, from top to bottom, as the browser finds them. It accepts blanks as a value. */
export function errorsOf(form: HTMLFormElement): FieldErrors {
  const found = ERRORS.flatMap(([name, missing, wrong]) => {
    const field = fieldOf(form, name)
    if (!field || (field.validity.valid && (field.value.trim() || !field.required))) return []
    return [[name, field.value.trim() || field.validity.badInput ? wrong : missing]]
  })
  return Object.fromEntries(found)
}

type FieldProps = {
  id: string
  label: string
  /** Stands next to the label of an optional field. */
  hint?: string | undefined
  error?: string | undefined
  options?: readonly string[]
  /** Stands for no option. */
  title?: string
  isBusy: boolean
} & Pick<
  ComponentProps<'textarea'>,
  'name' | 'rows' | 'required' | 'maxLength' | 'autoComplete' | 'inputMode'
> & { type?: 'text' | 'email' }
