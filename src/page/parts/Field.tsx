import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Icon } from './Icon.tsx'

/** A label, a control and what is wrong with it, wired together once. */
export function Field({ id, label, optional, fault, children }: FieldProps) {
  const optionalId = `${id}-optional`
  const faultId = `${id}-fault`
  const notes = [optional && optionalId, fault && faultId].filter(Boolean).join(' ')
  return (
    <div className={styles.field} data-is-wrong={fault !== undefined}>
      <div className={styles.head}>
        <label id={labelIdOf(id)} htmlFor={id} className={styles.label}>
          {label}
        </label>
        {optional && (
          <span id={optionalId} className={styles.optional}>
            {optional}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': notes || undefined,
        'aria-invalid': fault ? true : undefined,
      })}
      {fault && (
        <p id={faultId} className={styles.fault}>
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  )
}

/** The id of a field's label, for controls that a label cannot name by itself. */
export function labelIdOf(id: string): string {
  return `${id}-label`
}

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldProps = {
  id: string
  label: string
  /** Said beside the label of a field that may stay empty. */
  optional?: string
  fault?: string | undefined
  children: (control: ControlProps) => ReactNode
}
