import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** A band of the page: its name in a rail, its matter beside it. */
export function Section({
  id,
  heading,
  look = 'paper',
  matter = 'narrow',
  lead,
  children,
}: SectionProps) {
  const headingId = `${id}-heading`
  return (
    <section
      id={id}
      className={styles.section}
      data-look={look}
      data-matter={matter}
      tabIndex={-1}
      aria-labelledby={headingId}
    >
      <div className={styles.inner}>
        <div className={styles.rail}>
          <h2 id={headingId} className={styles.heading}>
            {heading}
          </h2>
          {lead && <div className={styles.lead}>{lead}</div>}
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
  /** Wide matter leaves the rail and stands below it on windows of middle width. */
  matter?: 'narrow' | 'wide'
  /** What stands in the rail, beneath the heading. */
  lead?: ReactNode
  children: ReactNode
}
