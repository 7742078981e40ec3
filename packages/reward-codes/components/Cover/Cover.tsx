import { type CoverFacts, drawCover } from '../../images/cover.ts'
import styles from './Cover.module.css'

const BOX = { width: 140, height: 66 }

/** What stands for a missing picture: facts as shapes. */
export function Cover({ facts, className }: CoverProps) {
  const { marked, rest, thickness, dashes, cap } = drawCover(facts, BOX)
  return (
    <span className={[styles.cover, className].filter(Boolean).join(' ')}>
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
  facts: CoverFacts & { caption: string }
  className?: string | undefined
}
