import { Icon } from '../Icon/Icon.tsx'
import styles from './ThemeSelect.module.css'

/** A native select over an icon: browsers and screen readers show which theme is selected. boot.ts applies it. */
export function ThemeSelect({ label, system, light, dark }: ThemeSelectProps) {
  return (
    <span className={styles.theme} title={label} data-js-only="">
      <select
        id="theme"
        className={styles.select}
        aria-label={label}
        // Firefox restores the value on reload, which is not what the visitor last chose in another tab.
        autoComplete="off"
      >
        <option value="system">{system}</option>
        <option value="light">{light}</option>
        <option value="dark">{dark}</option>
      </select>
      <Icon name="contrast" />
    </span>
  )
}

export type ThemeSelectProps = {
  /** The accessible name, and the tooltip. */
  label: string
  system: string
  light: string
  dark: string
}
