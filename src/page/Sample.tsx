import type { ReactNode } from 'react'
import styles from './Sample.module.css'

/** One part in one state on the specimen page, with its name. */
export function Sample({ name, look = 'paper', children }: SampleProps) {
  return (
    <section className={styles.sample} data-look={look} aria-label={name}>
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.matter}>{children}</div>
    </section>
  )
}

export type SampleProps = {
  name: string
  /** The ground it stands on. */
  look?: 'paper' | 'band'
  children: ReactNode
}
