import { type CoverFacts, drawCover } from '../../images/cover.ts'
import styles from './Cover.module.css'

const BOX = { width: 140, height: 66 }

/** What stands for a missing picture: the facts of a project as shapes, or else a quiet field with its title. */
export function Cover({ facts, title, className }: CoverProps) {
  const classes = [styles.cover, className].filter(Boolean).join(' ')
  // The title stands beside it, too.
  if (!facts) {
    return (
      <span className={`${classes} ${styles.field}`} aria-hidden="true">
        {title}
      </span>
    )
  }
  const { marked, rest, thickness, dashes, cap } = drawCover(facts, BOX)
  return (
    <span className={classes}>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={thickness}
        strokeDasharray={dashes}
        strokeLinecap={cap}
        aria-hidden="true"
      >
        {rest && <path opacity=".3" d={rest} />}
        {marked && <path d={marked} />}
      </svg>
      <span className={styles.caption}>{facts.caption}</span>
    </span>
  )
}

type CoverProps = {
  facts: (CoverFacts & { caption: string }) | undefined
  title: string
  className?: string | undefined
}
