import { createRoot, hydrateRoot as hydrate } from 'react-dom/client'

/**
 * `react-dom/client` for Astro, without reports of errors from which React recovers. Extensions, translators and
 * blockers change the page before hydration; React then renders the island again, and the visitor misses nothing.
 */
export const hydrateRoot: typeof hydrate = (container, children, options) =>
  hydrate(container, children, { ...options, onRecoverableError: () => {} })

export { createRoot }
