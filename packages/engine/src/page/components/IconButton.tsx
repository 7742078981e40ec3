import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A square button with an icon; its label is read aloud and shown on hover. */
export function IconButton({ icon, label, children, ...props }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} {...props}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

export type IconButtonProps = ComponentProps<'button'> & {
  label: string
  icon?: string
}
