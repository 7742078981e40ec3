/** Sets the browser toolbar colour (`theme-color`) to that of the selected theme. */
export function showThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.documentElement)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = backgroundColor
  }
}
