import { toggleTheme, useTheme } from '../lib/theme.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './ThemeToggle.module.css'

/** A toggle button, pressed in the dark theme. CSS selects the icon, which needs no scripts. */
export function ThemeToggle({ label, toLight, toDark }: ThemeToggleProps) {
  const theme = useTheme()
  return (
    <IconButton
      label={label}
      title={theme && { light: toDark, dark: toLight }[theme]}
      aria-pressed={theme && theme === 'dark'}
      onClick={toggleTheme}
      data-js-only=""
    >
      <span className={styles.moon}>
        <Icon name="moon" />
      </span>
      <span className={styles.sun}>
        <Icon name="sun" />
      </span>
    </IconButton>
  )
}

export type ThemeToggleProps = {
  label: string
  /** The tooltips: what a click does. */
  toLight: string
  toDark: string
}
