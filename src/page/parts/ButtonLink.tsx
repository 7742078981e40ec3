import type { ComponentProps } from 'react'
import styles from './ButtonLink.module.css'

/** A link that looks like a button. */
export function ButtonLink({ look = 'solid', ...props }: ButtonLinkProps) {
  return <a className={styles.button} data-look={look} {...props} />
}

export type ButtonLinkProps = ComponentProps<'a'> & {
  /** Solid for the one thing to do, plain for the rest. */
  look?: 'solid' | 'plain'
}
