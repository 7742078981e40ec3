/**
 * Runs in the head of every page before the first paint: its source is inlined, so it may use nothing from outside.
 * Applies the stored theme, and marks the page as scripted. `key` is the key of the theme in localStorage.
 */
export function boot(key: string): void {
  const root = document.documentElement
  const themes = ['system', 'light', 'dark']
  const showTheme = (theme: string | null) => {
    if (!theme || !themes.includes(theme)) return
    root.dataset.theme = theme
    document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
      const scheme = themes[index + 1]
      const forced = theme === scheme ? 'all' : 'not all'
      meta.media = theme === 'system' ? `(prefers-color-scheme:${scheme})` : forced
    })
  }
  try {
    showTheme(localStorage.getItem(key))
  } catch {}
  addEventListener('theme', (event) => {
    const theme = String((event as CustomEvent).detail)
    showTheme(theme)
    try {
      localStorage.setItem(key, theme)
    } catch {}
  })
  addEventListener('storage', (event) => {
    if (event.key === key) showTheme(event.newValue)
  })
  // The link of the error page: islands stay as the server has rendered them.
  if (location.search === '?static')
    customElements.define('astro-island', class extends HTMLElement {})
  else root.dataset.scripted = ''
}
