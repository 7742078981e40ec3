import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'

/** A square icon button. `label` is its accessible name and its tooltip. */
export function IconButton({ icon, label, title = label, children, ...props }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={title} {...props}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  label: string
  icon?: string
  /** `off` for a button that may be disabled: Firefox restores its enabled state on reload. */
  autoComplete?: 'off'
}
