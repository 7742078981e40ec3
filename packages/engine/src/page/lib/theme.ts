import { useSyncExternalStore } from 'react'
import { changeSeenFirst } from './below-window.ts'

export type Theme = 'light' | 'dark'

// The inline script in boot.ts reads the same key before the first paint.
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

/** The theme on the page; undefined while the server renders, which cannot know it. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore(subscribe, currentTheme, () => undefined)
}

/** Goes to the other theme than the one on the page now. */
export function switchTheme(): void {
  setTheme(currentTheme() === 'dark' ? 'light' : 'dark')
}

function setTheme(theme: Theme): void {
  changeSeenFirst(() => {
    document.documentElement.dataset.theme = theme
  })
  // Where storage is blocked the choice lasts as long as the page.
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {}
  for (const listener of listeners) listener()
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return systemIsDark().matches ? 'dark' : 'light'
}

function subscribe(listener: () => void): () => void {
  const system = systemIsDark()
  listeners.add(listener)
  system.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
  }
}

function systemIsDark(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}
