import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** A band of the page: its name in a rail, its matter beside it. */
export function Section({ id, heading, look = 'paper', children }: SectionProps) {
  const headingId = `${id}-heading`
  return (
    <section
      id={id}
      className={styles.section}
      data-look={look}
      tabIndex={-1}
      aria-labelledby={headingId}
    >
      <div className={styles.inner}>
        <div className={styles.rail}>
          <h2 id={headingId} className={styles.heading}>
            {heading}
          </h2>
        </div>
        <div className={styles.matter}>{children}</div>
      </div>
    </section>
  )
}

export type SectionProps = {
  id: string
  heading: string
  /** The band is the one field of colour. */
  look?: 'paper' | 'band'
  children: ReactNode
}
