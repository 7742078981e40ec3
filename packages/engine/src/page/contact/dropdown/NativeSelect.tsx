import type { ComponentProps } from 'react'
import { Icon } from '../../components/Icon.tsx'
import styles from './NativeSelect.module.css'

/** A native select, styled like Dropdown. The form shows it until its scripts have loaded. */
export function NativeSelect({ placeholder, options, ...props }: NativeSelectProps) {
  return (
    <span className={styles.box}>
      <select className={styles.select} {...props}>
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  )
}

type NativeSelectProps = ComponentProps<'select'> & {
  /** The placeholder, an option that clears the selection. */
  placeholder: string
  options: readonly string[]
}
