import { deferBelowFold, isDeferring, revealBelowFold, stopDeferring } from './lib/below-fold.ts'
import { waitForInputIdle } from './lib/user-input.ts'

// The first paint needs only the HTML: text in system fonts, and no more sections than fit into the
// window (styles/base.css). Web fonts and the rest of the page load after it.

/** The delay after `load` until the first paint is assumed, for browsers without paint timing. */
const PAINT_FALLBACK_MS = 1000
/** How long the rest of the page waits for the fonts. */
const FONT_TIMEOUT_MS = 1000

/** Resolves when the first paint is done and the fonts and the rest of the page are shown. */
export async function loadAfterFirstPaint(manifest: string | undefined): Promise<void> {
  try {
    await loadInOrder(manifest)
  } catch {
    // Without a PerformanceObserver, show everything at once.
    stopDeferring()
    showFonts()
  }
}

async function loadInOrder(manifest: string | undefined) {
  const isFirst = isFirstNavigation()
  if (isFirst) deferBelowFold('hidden')
  else showFonts()
  await new Promise<void>(onFirstPaint)
  if (manifest) addManifest(manifest)
  if (!isFirst) return
  // A click on an anchor link has already stopped deferring (loader.ts).
  if (isDeferring()) deferBelowFold('auto')
  await fetchFonts()
  await waitForInputIdle()
  showFonts()
  await new Promise<void>((resolve) => revealBelowFold(resolve, nextIdleFrame))
}

function nextIdleFrame(show: () => void) {
  waitForInputIdle().then(() => requestAnimationFrame(show))
}

/** Reloads, history and anchor navigation need real layout, and have the fonts cached. */
function isFirstNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Unlike `location`, the entry name keeps the text fragment (#:~:text=) of a search engine link.
  return entry?.type === 'navigate' && !entry.name.includes('#')
}

function onFirstPaint(resolve: () => void) {
  addEventListener('load', () => setTimeout(resolve, PAINT_FALLBACK_MS))
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true })
}

/** Fetches all fonts before showing one, so that the text is laid out again only once. */
function fetchFonts(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[as=font]')
  const fetched = Array.from(links, (link) => {
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve
      link.media = 'all'
    })
  })
  const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))
  return Promise.race([Promise.all(fetched), timeout])
}

function showFonts() {
  const fontStyles = document.querySelector<HTMLStyleElement>('#fonts')
  if (fontStyles) fontStyles.media = 'all'
}

/** Added late, because Chromium would fetch the manifest during rendering. */
function addManifest(href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href }))
}
