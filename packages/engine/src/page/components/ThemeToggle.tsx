import { useSyncExternalStore } from 'react'
import { DARK, matchesMedia, subscribeToMedia } from '../hooks/use-media-query.ts'
import { applyVisibleFirst } from '../lib/below-fold.ts'
import { showThemeColor } from '../lib/theme-color.ts'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './ThemeToggle.module.css'

type Theme = 'light' | 'dark'

// The inline script, loader.ts, reads the same key before the first paint.
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

/** A toggle button, pressed in the dark theme. CSS selects the icon, which needs no scripts. */
export function ThemeToggle({ label, toLight, toDark }: ThemeToggleProps) {
  const theme = useTheme()
  return (
    <IconButton
      label={label}
      title={theme && { light: toDark, dark: toLight }[theme]}
      aria-pressed={theme === 'dark'}
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

/** The current theme. Undefined during prerendering, where it is unknown. */
function useTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, currentTheme, () => undefined)
}

function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  applyVisibleFirst(() => {
    document.documentElement.dataset.theme = theme
  })
  showThemeColor()
  // If storage is blocked, the selection lasts until the page unloads.
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {}
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchesMedia(DARK) ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeToMedia(DARK, listener)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    unsubscribe()
  }
}

export type ThemeToggleProps = {
  label: string
  /** The tooltips: what a click does. */
  toLight: string
  toDark: string
}
