import type { ReactNode } from 'react'
import styles from './StyleguideItem.module.css'

/** A named component state on the styleguide. */
export function StyleguideItem({ name, variant = 'default', children }: StyleguideItemProps) {
  return (
    <section className={styles.item} data-variant={variant} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.content}>{children}</div>
    </section>
  )
}

type StyleguideItemProps = {
  name: string
  /** The background. */
  variant?: 'default' | 'inverse'
  children: ReactNode
}
