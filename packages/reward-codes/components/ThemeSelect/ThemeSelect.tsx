import { type ChangeEvent, useRef } from 'react'
import buttonStyles from '../Button/Button.module.css'
import { Icon } from '../Icon/Icon.tsx'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import styles from './ThemeSelect.module.css'

const SYSTEM = 'system'

/** A native select over an icon: browsers and screen readers show which theme is selected. */
export function ThemeSelect({ label, system, light, dark }: ThemeSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  useSafeEffect(() => {
    if (!select.current) return
    // The visitor may have chosen before hydration. The markup selects the system's theme.
    if (select.current.value === SYSTEM) {
      select.current.value = document.documentElement.dataset.theme ?? SYSTEM
    } else chooseTheme(select.current.value)
    // boot.ts applies what the visitor chooses in another tab.
    const follow = () => {
      if (select.current) select.current.value = document.documentElement.dataset.theme ?? SYSTEM
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  const handleChange = ({ target }: ChangeEvent<HTMLSelectElement>) => chooseTheme(target.value)
  return (
    <span className={`${buttonStyles.icon} ${styles.theme}`} title={label} data-js-only="">
      <select
        ref={select}
        id="theme"
        className={styles.select}
        aria-label={label}
        onChange={handleChange}
        // Firefox restores the value on reload, which is not what the visitor last chose in another tab.
        autoComplete="off"
      >
        <option value={SYSTEM}>{system}</option>
        <option value="light">{light}</option>
        <option value="dark">{dark}</option>
      </select>
      <Icon name="contrast" />
    </span>
  )
}

/** boot.ts applies and stores the choice. */
function chooseTheme(theme: string) {
  dispatchEvent(new CustomEvent('theme', { detail: theme }))
}

export type ThemeSelectProps = {
  /** The accessible name, and the tooltip. */
  label: string
  system: string
  light: string
  dark: string
}
