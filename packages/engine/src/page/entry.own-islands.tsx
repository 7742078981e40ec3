import islands from 'virtual:own-islands'
import { type ComponentType, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Hydrated, hydrate as hydratePage, reportError, whenNeeded } from './hydrate.tsx'
import { importWithRetry } from './lib/import-with-retry.ts'
import type { TakeForm } from './loader.ts'

// The client of a site whose owner has islands.

/** Hydrates the islands of the page, and those of the owner. */
export function hydrate(takeForm: TakeForm): void {
  hydratePage(takeForm)
  for (const [name, { hydrate, load }] of Object.entries(islands)) {
    for (const element of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
      const start = () => hydrateOwn(element, load, takeForm).catch(reportError)
      if (hydrate === 'idle') start()
      else whenNeeded(element, start)
    }
  }
}

async function hydrateOwn(
  element: HTMLElement,
  load: () => Promise<{ default: ComponentType<object> }>,
  takeForm: TakeForm,
) {
  const { default: Component } = await importWithRetry(load)
  const { id = '', props = '{}' } = element.dataset
  startTransition(() => {
    const island = (
      <Hydrated island={element} takeForm={takeForm}>
        <Component {...JSON.parse(props)} />
      </Hydrated>
    )
    // Without this island, the page is still complete.
    const options = { onRecoverableError: reportError, onUncaughtError: reportError }
    hydrateRoot(element, island, { ...options, identifierPrefix: id })
  })
}
