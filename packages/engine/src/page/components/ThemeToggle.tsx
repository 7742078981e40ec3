import { switchTheme, useTheme } from '../behaviour/theme.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './ThemeToggle.module.css'

/** Switches between light and dark. CSS shows the right icon, so it is right before scripts come. */
export function ThemeToggle({ label, toLight, toDark }: ThemeToggleProps) {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={theme ? { light: toLight, dark: toDark }[next] : label}
      onClick={switchTheme}
      data-needs-script=""
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
  /** Said until the theme is known. */
  label: string
  toLight: string
  toDark: string
}
