import styles from './SkillBar.module.css'

/** A skill with its level as a bar and a number. */
export function SkillBar({ name, level, description, keywords, color }: SkillBarProps) {
  return (
    <div className={styles.skill}>
      <p className={styles.label}>
        <strong>{name}</strong>
        {description && <span className={styles.description}>{description}</span>}
      </p>
      {level !== undefined && (
        <>
          <p className={styles.number}>{`${level}%`}</p>
          {/* SVG attributes, so that a strict Content-Security-Policy can forbid inline styles. */}
          <svg className={styles.bar} aria-hidden="true" width="100%" height="6">
            <rect className={styles.track} width="100%" height="6" rx="1" />
            <rect className={styles.value} fill={color} width={`${level}%`} height="6" rx="1" />
          </svg>
        </>
      )}
      {keywords && <p className={styles.keywords}>{keywords.join(', ')}</p>}
    </div>
  )
}

type SkillBarProps = {
  name: string
  level?: number | undefined
  description?: string | undefined
  keywords?: string[] | undefined
  color?: string | undefined
}
