import type { ComponentProps } from 'react'
import styles from './ButtonLink.module.css'

/** A link styled as a button. */
export function ButtonLink({ variant = 'primary', ...props }: ButtonLinkProps) {
  return <a className={styles.button} data-variant={variant} {...props} />
}

type ButtonLinkProps = ComponentProps<'a'> & {
  /** `primary` for the main action, `secondary` for others. */
  variant?: 'primary' | 'secondary'
}
