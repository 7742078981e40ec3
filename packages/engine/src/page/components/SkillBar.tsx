import styles from './SkillBar.module.css'

/** One skill: its name, what the level means, and the level as a thin bar and a number. */
export function SkillBar({ name, level, meaning, keywords, color }: SkillBarProps) {
  return (
    <div className={styles.skill}>
      <p className={styles.words}>
        <strong>{name}</strong>
        {meaning && <span className={styles.meaning}>{meaning}</span>}
      </p>
      {level !== undefined && (
        <>
          <p className={styles.number}>{`${level}%`}</p>
          {/* Attributes instead of styles, so that a strict security policy can forbid inline styles. */}
          <svg className={styles.bar} aria-hidden="true" width="100%" height="6">
            <rect className={styles.ground} width="100%" height="6" rx="1" />
            <rect className={styles.level} fill={color} width={`${level}%`} height="6" rx="1" />
          </svg>
        </>
      )}
      {keywords && <p className={styles.keywords}>{keywords.join(', ')}</p>}
    </div>
  )
}

export type SkillBarProps = {
  name: string
  level?: number | undefined
  meaning?: string | undefined
  keywords?: string[] | undefined
  color?: string | undefined
}
