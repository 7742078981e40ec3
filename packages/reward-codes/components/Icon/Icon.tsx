import styles from './Icon.module.css'

/** An icon of the sprite that the build inlines. It is decorative, always next to a text label. */
export function Icon({ name }: IconProps) {
  return (
    <svg
      className={styles.icon}
      data-arrow={name.startsWith('arrow-') ? '' : undefined}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <use href={`#icon-${name}`} />
    </svg>
  )
}

type IconProps = { name: string }
