import type { ReactNode } from 'react'
import styles from './Section.module.css'

/** A word too long for the rail: longer than "Podsumowanie" and "Testimonials", which fit. */
const LONG_WORD = /[^\s-]{13}/u

/** A page section: its heading in an aside column, its content next to it or below it. */
export function Section({
  id,
  heading,
  variant = 'default',
  layout = 'narrow',
  intro,
  children,
}: SectionProps) {
  return (
    <section
      id={id}
      className={styles.section}
      data-variant={variant}
      data-layout={layout}
      tabIndex={-1}
      aria-label={heading}
    >
      <div className={styles.inner}>
        <div className={styles.aside}>
          <h2 className={styles.heading} data-long={LONG_WORD.test(heading) ? '' : undefined}>
            {heading}
          </h2>
          {intro && <div className={styles.intro}>{intro}</div>}
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  )
}

type SectionProps = {
  id: string
  heading: string
  /** `inverse` has the coloured, inverse background. */
  variant?: 'default' | 'inverse'
  /** `wide` content has the full width of the page, below the heading. */
  layout?: 'narrow' | 'wide'
  /** The intro below the heading. */
  intro?: ReactNode
  children: ReactNode
}
