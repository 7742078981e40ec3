import { useSyncExternalStore } from 'react'
import { DARK, matchesMedia, subscribeToMedia } from '../hooks/use-media-query.ts'
import { applyVisibleFirst } from './below-fold.ts'
import { showThemeColor } from './theme-color.ts'

type Theme = 'light' | 'dark'

// The inline script, loader.ts, reads the same key before the first paint.
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

/** The current theme. Undefined during prerendering, where it is unknown. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, currentTheme, () => undefined)
}

export function toggleTheme(): void {
  setTheme(currentTheme() === 'dark' ? 'light' : 'dark')
}

function setTheme(theme: Theme): void {
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
