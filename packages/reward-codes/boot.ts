/**
 * Runs in the head of every page before the first paint: its source is inlined, so it may use nothing from outside.
 * Applies the theme, marks the page as scripted, and keeps a message that is sent before its form is hydrated. `keys`
 * begins the keys of storage.
 */
export function boot(keys: string): void {
  const root = document.documentElement
  const key = `${keys}theme`
  const contact = '[data-island=contactForm]'
  const themes = ['system', 'light', 'dark']
  let isHeld = false
  let hasFailed = false
  /** Leaves the form to the browser, as without scripts. */
  const post = () => {
    hasFailed = true
    if (isHeld) document.querySelector<HTMLFormElement>(`${contact} form`)?.submit()
  }
  const showTheme = (theme: string | null) => {
    if (!theme || !themes.includes(theme)) return
    root.dataset.theme = theme
    document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
      const scheme = themes[index + 1]
      const forced = theme === scheme ? 'all' : 'not all'
      meta.media = theme === 'system' ? `(prefers-color-scheme:${scheme})` : forced
    })
  }
  const selectTheme = () => {
    const select = document.querySelector<HTMLSelectElement>('#theme')
    if (select) select.value = root.dataset.theme || 'system'
  }
  try {
    showTheme(localStorage.getItem(key))
  } catch {}
  // A position that the browser restores is one in the page with its styles. Until apply-late-styles.ts has applied
  // them, the sections get other heights, which must not move it. Some extensions take this API away.
  try {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (visit && visit.type !== 'navigate') root.style.overflowAnchor = 'none'
  } catch {}
  addEventListener('DOMContentLoaded', selectTheme)
  addEventListener('change', ({ target }) => {
    const { id, value } = target as HTMLSelectElement
    if (id !== 'theme') return
    showTheme(value)
    try {
      localStorage.setItem(key, value)
    } catch {}
  })
  // The visitor has chosen in another tab.
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    showTheme(event.newValue)
    selectTheme()
  })
  // What the first paint does not need: scripts and styles (build/late-*.ts), and then the fonts.
  const load = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=late]')
    for (const link of links) {
      // Without an effect on the screen until apply-late-styles.ts applies it.
      link.media = 'print'
      link.rel = 'late stylesheet'
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type=late]')) {
      script.type = 'module'
      script.onerror = () => {
        for (const link of links) link.media = 'all'
        post()
      }
      // Browsers run it when it is inserted again.
      document.head.append(script)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    try {
      const observer = new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint')[0]) load()
      })
      observer.observe({ type: 'paint', buffered: true })
    } catch {}
    // Some extensions hide the time of the paint.
    requestAnimationFrame(() => setTimeout(load, 1000))
  })
  addEventListener('load', () => {
    root.dataset.loaded = ''
  })
  // The link of the error page: islands stay as the server has rendered them.
  if (location.search === '?static') {
    customElements.define('astro-island', class extends HTMLElement {})
    return
  }
  root.dataset.scripted = ''
  // What closes the menu. The browser adds Escape, and a press beside a popover.
  addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const opened = target.closest('button')?.popoverTargetElement as HTMLElement | undefined
    const menu = opened ?? target.closest<HTMLElement>('nav[popover]')
    const isButton = opened?.matches('nav:popover-open')
    // The browser would open the menu again.
    if (isButton) event.preventDefault()
    // The menu takes a press beside its panel, which would open what lies below.
    if (isButton || target === menu || target.closest('a[href^="#"]')) menu?.hidePopover?.()
  })
  // Bubble phase, so React comes first. A message that it has not taken waits for it.
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || hasFailed || !(event.target as Element).closest(contact)) return
    event.preventDefault()
    isHeld = true
  })
  // ContactForm.tsx dispatches it.
  addEventListener('hydrated', ({ target }) => {
    if (isHeld) (target as HTMLFormElement).requestSubmit()
    isHeld = false
  })
  addEventListener('astro:hydration-error', ({ target }) => {
    if ((target as Element).querySelector(`${contact} form`)) post()
  })
}
