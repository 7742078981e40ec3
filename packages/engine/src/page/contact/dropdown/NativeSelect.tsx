import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import styles from './NativeSelect.module.css'

/** The browser's own dropdown, drawn like ours; it stands there until scripts have come. */
export function NativeSelect({ title, options, ...props }: NativeSelectProps) {
  return (
    <span className={styles.box}>
      <select className={styles.select} {...props}>
        <option value="">{title}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}

export type NativeSelectProps = ComponentProps<'select'> & {
  /** Shown while nothing is chosen, and the way back to choosing nothing. */
  title: string
  options: readonly string[]
}
