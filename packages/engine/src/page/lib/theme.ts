import { applyVisibleFirst } from './below-fold.ts'
import { storageKey } from './storage-key.ts'

/** The choice that follows the system. Any other is the name of a theme. */
export const SYSTEM = 'system'
const THEME_KEY = 'theme'
/** In the order of the document (build/document.ts). */
const SCHEMES = ['light', 'dark']

const root = () => document.documentElement

/** The choice of the visitor; the theme of the system if there is none. */
export function chosenTheme(): string {
  return root().dataset.theme ?? SYSTEM
}

/** Applies and stores a choice. */
export function chooseTheme(theme: string): void {
  applyVisibleFirst(() => showTheme(theme))
  // If storage is blocked, the choice lasts until the page unloads.
  try {
    localStorage.setItem(storageKey(THEME_KEY), theme)
  } catch {}
}

/** Applies the stored choice before the first paint, or the one of the look. */
export function showStoredTheme(ofLook: string | undefined): void {
  const theme = readStored() ?? ofLook
  if (theme) showTheme(theme)
}

/** Sets the colour scheme, and `theme-color`, which colours the toolbar of the browser. */
function showTheme(theme: string) {
  root().dataset.theme = theme
  const colors = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  for (const [index, meta] of colors.entries()) {
    const scheme = SCHEMES[index]
    const forced = theme === scheme ? 'all' : 'not all'
    meta.media = theme === SYSTEM ? `(prefers-color-scheme: ${scheme})` : forced
  }
}

function readStored(): string | undefined {
  // Reading throws if the visitor has blocked storage.
  try {
    const stored = localStorage.getItem(storageKey(THEME_KEY))
    return [SYSTEM, ...SCHEMES].find((theme) => theme === stored)
  } catch {
    return undefined
  }
}
