import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import styles from './Field.module.css'

/** Connects a label, a control and its error by ids and ARIA attributes. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const descriptionIds = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-invalid={error === undefined ? undefined : ''}>
      <div className={styles.labelRow}>
        <label id={labelIdOf(id)} htmlFor={id} className={styles.label} suppressHydrationWarning>
          {label}
        </label>
        {hint && (
          // Screen readers read it as the description of the control, and not before its name as well.
          <span id={hintId} className={styles.hint} aria-hidden="true" suppressHydrationWarning>
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': descriptionIds || undefined,
        // Set explicitly, because Firefox reports an empty required field as invalid.
        'aria-invalid': error !== undefined,
      })}
      {error && (
        <p id={errorId} className={styles.error}>
          <Icon name="circle-alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** The id of the label of a field, for controls that a label cannot name natively. */
export function labelIdOf(id: string): string {
  return `${id}-label`
}

/** A native select, styled like Dropdown. The form shows it until its scripts have loaded. */
export function NativeSelect({ placeholder, options, ...props }: NativeSelectProps) {
  return (
    <span className={styles.box}>
      <select className={styles.select} {...props}>
        <option value="" suppressHydrationWarning>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option} value={option} suppressHydrationWarning>
            {option}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}

type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

type FieldProps = {
  id: string
  label: string
  /** A hint next to the label of an optional field. */
  hint?: string
  error?: string | undefined
  children: (control: ControlProps) => ReactNode
}

type NativeSelectProps = ComponentProps<'select'> & {
  /** The placeholder, an option that clears the selection. */
  placeholder: string
  options: readonly string[]
}
