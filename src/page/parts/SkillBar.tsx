import styles from './SkillBar.module.css'

/** One skill: its name, what the level means, and the level as a thin bar and a number. */
export function SkillBar({ name, level, meaning, color }: SkillBarProps) {
  return (
    <div className={styles.skill}>
      <p className={styles.words}>
        <strong>{name}</strong> <span className={styles.meaning}>{meaning}</span>
      </p>
      <p className={styles.number}>{`${level}%`}</p>
      {/* Attributes instead of styles, so that a strict security policy can forbid inline styles. */}
      <svg className={styles.bar} aria-hidden="true" width="100%" height="6">
        <rect className={styles.ground} width="100%" height="6" rx="1" />
        <rect fill={color} width={`${level}%`} height="6" rx="1" />
      </svg>
    </div>
  )
}

export type SkillBarProps = { name: string; level: number; meaning: string; color: string }
