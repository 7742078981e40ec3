import props from 'virtual:island-props'
import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ISLANDS, type IslandName } from './islands.ts'
import { observe } from './lib/feature-detection.ts'
import { showLocalTime } from './lib/local-time.ts'
import { showProjectDetails } from './lib/project-details.ts'
import { interceptAnchors } from './lib/smooth-scroll.ts'
import type { TakeForm } from './loader.ts'
import { StatusPage } from './StatusPage.tsx'
import { STATIC } from './static.ts'

/** How far below the window an island is hydrated. */
const VISIBLE_MARGIN = '900px'
/** Input in the section of an island that hydrates it at once. */
const INPUT_EVENTS = ['pointerover', 'touchstart', 'wheel', 'focusin', 'keydown', 'click', 'submit']

let isBroken = false

/** Hydrates the islands. `takeForm` returns a form that was submitted before. */
export function hydrate(takeForm: TakeForm): void {
  interceptAnchors()
  for (const name of Object.keys(ISLANDS) as IslandName[]) {
    const element = document.querySelector(`[data-island="${name}"]`)
    if (!element) continue
    const start = () => hydrateIsland(element, name, takeForm)
    if (ISLANDS[name].hydrate === 'idle') start()
    else whenNeeded(element, start)
  }
  showProjectDetails()
  showLocalTime()
}

function hydrateIsland(element: Element, name: IslandName, takeForm: TakeForm) {
  const Component = ISLANDS[name].Component as ComponentType<object>
  const island = (
    <Hydrated island={element} takeForm={takeForm}>
      <Component {...props[name]} />
    </Hydrated>
  )
  // A transition hydrates in slices, so input events are handled in between.
  startTransition(() => {
    hydrateRoot(element, import.meta.env.DEV ? <StrictMode>{island}</StrictMode> : island, {
      onRecoverableError: reportError,
      onUncaughtError: showErrorPage,
    })
  })
}

/** Marks an island as hydrated, for tests and debugging. Submits its queued form in the next task. */
export function Hydrated({ island, takeForm, children }: HydratedProps) {
  useEffect(() => {
    island.setAttribute('data-hydrated', '')
    const timer = setTimeout(() => {
      const form = takeForm(island)
      form?.requestSubmit()
      delete form?.dataset.pending
    })
    return () => clearTimeout(timer)
  }, [island, takeForm])
  return children
}

type HydratedProps = { island: Element; takeForm: TakeForm; children: ReactNode }

/** Calls `start` once: before the element scrolls into view, or on input in its section. */
export function whenNeeded(element: Element, start: () => void) {
  // The visitor has submitted the form (loader.ts) or is in a field, and may have scrolled away.
  if (element.querySelector('[data-pending], :focus')) return start()
  const section = element.closest('section') ?? element
  const startOnce = () => {
    stopObserving?.()
    for (const type of INPUT_EVENTS) section.removeEventListener(type, startOnce)
    start()
  }
  const update = (entries: IntersectionObserverEntry[]) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) startOnce()
  }
  const create = () => new IntersectionObserver(update, { rootMargin: VISIBLE_MARGIN })
  const stopObserving = observe(create, [section])
  if (!stopObserving) return start()
  for (const type of INPUT_EVENTS) section.addEventListener(type, startOnce, { passive: true })
}

/** Replaces the whole page: without one island, the others would be incomplete. */
function showErrorPage(error: unknown) {
  reportError(error)
  const page = document.getElementById('root')
  if (!page || isBroken) return
  isBroken = true
  // In a new task, because React is still rendering. The other islands are left without a document.
  setTimeout(() => {
    page.replaceChildren()
    createRoot(page).render(
      <div role="alert">
        <StatusPage {...props.errorPage} href={STATIC} />
      </div>,
    )
  })
}

/** Reports an error that React recovered from, such as a hydration mismatch. */
export function reportError(error: unknown): void {
  console.error(error)
  // The development server shows it in an overlay and in the terminal. Builds drop this branch.
  if (import.meta.hot) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error))
    const reason = cause instanceof Error ? `\n${cause.message}` : ''
    import.meta.hot.send('page:error', { message: message + reason })
  }
}
