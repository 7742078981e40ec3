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
  const missed: Event[] = []
  let repeated: Event | undefined
  const waiting = new AbortController()

  async function repeat() {
    const hydrate = await load()
    await hydrate()
    // An event that arrives meanwhile waits behind the others, and acts on what they have changed.
    for (repeated of missed) {
      const { target } = repeated
      const isGone = target instanceof Node && !target.isConnected
      ;(isGone ? document.activeElement : target)?.dispatchEvent(repeated)
      await new Promise((resolve) => setTimeout(resolve))
    }
    waiting.abort()
  }

  function keep(event: Event) {
    if (event === repeated) return
    event.stopImmediatePropagation()
    if (missed.push(event) === 1) repeat()
  }

  for (const type of ['focusin', 'pointerdown', 'keydown', 'click']) {
    island.addEventListener(type, keep, { capture: true, signal: waiting.signal })
  }
}

export default touch
