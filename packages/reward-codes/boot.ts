/**
 * Runs in the head of every page before the first paint: its source is inlined, so it may use nothing from outside.
 * Applies the stored theme, marks the page as scripted, and keeps a message that is written or sent before its form
 * is hydrated. `keys` begins the keys of storage; `scriptsMs` is how long a message waits for its form.
 */
export function boot(keys: string, scriptsMs: number): void {
  const root = document.documentElement
  const key = `${keys}theme`
  const contact = '[data-island=contactForm]'
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
  // What the first paint does not need: scripts and styles (build/late-*.ts), and then the fonts.
  const load = () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=late]')
    for (const link of links) {
      // Until apply-late-styles.ts has come.
      link.media = 'print'
      link.rel = 'late stylesheet'
    }
    for (const script of document.querySelectorAll<HTMLScriptElement>('script[type=late]')) {
      script.type = 'module'
      script.onerror = () => {
        for (const link of links) link.media = 'all'
      }
      // Browsers run it when it is inserted again.
      document.head.append(script)
    }
  }
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(load)))
  addEventListener('load', () => {
    root.dataset.loaded = ''
  })
  // The link of the error page: islands stay as the server has rendered them.
  if (location.search === '?static') {
    customElements.define('astro-island', class extends HTMLElement {})
    return
  }
  root.dataset.scripted = ''
  // The draft of the message, from the first key on. draft.ts reads it.
  addEventListener('input', ({ target }) => {
    const { form, name, value } = target as HTMLInputElement
    if (!name || !form?.closest(contact)) return
    try {
      const draft = JSON.parse(sessionStorage.getItem(`${keys}draft`) || '{}')
      draft.startedAt ??= Date.now()
      draft.fields = { ...draft.fields, [name]: value }
      sessionStorage.setItem(`${keys}draft`, JSON.stringify(draft))
    } catch {}
  })
  // Bubble phase, so React comes first. The form submits itself when it is hydrated. Without that, the browser does.
  addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return
    const island = form.closest(contact)?.closest('astro-island')
    if (!island || failed.has(island)) return
    event.preventDefault()
    if (form.dataset.pending) return
    form.dataset.pending = String(Date.now())
    const post = () => {
      if (!form.dataset.pending) return
      delete form.dataset.pending
      form.submit()
    }
    setTimeout(post, scriptsMs)
    island.addEventListener('astro:hydration-error', post)
  })
  const failed = new Set<EventTarget | null>()
  addEventListener('astro:hydration-error', ({ target }) => failed.add(target))
}
