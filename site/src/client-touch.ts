import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates at the first press or focus. Its `fieldset` is disabled where no scripts run. */
    'client:touch'?: boolean
  }
}

/** Loads an island when it is touched, and repeats for it what it has missed in the meantime. */
const touch: ClientDirective = (load, _, island) => {
  island.querySelector('fieldset')?.removeAttribute('disabled')
  let hydrated: Promise<void> | undefined
  const repeat = async (event: Event) => {
    // Astro removes the attribute from a hydrated island.
    if (!island.hasAttribute('ssr')) return
    hydrated ??= load().then((hydrate) => hydrate())
    await hydrated
    event.target?.dispatchEvent(event)
  }
  for (const type of ['focusin', 'pointerdown', 'keydown', 'click']) {
    island.addEventListener(type, repeat)
  }
}

export default touch
