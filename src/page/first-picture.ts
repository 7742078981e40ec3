import { holdBelow, isBelowHeld, showBelow } from './behaviour/below-window.ts'
import { whenUntouched } from './behaviour/touching.ts'

// The first picture is drawn from what comes with the page alone: words in fonts that the visitor
// has, and no more sections than a window holds (styles/base.css). All else comes after it.

/** How long after loading a browser that does not tell of its pictures is believed to have drawn one. */
const SILENCE_MS = 1000
/** How long the rest of the page waits for fonts that are slow. */
const FONT_PATIENCE_MS = 1000

/** Settles when the first words are on the screen and what they did without has come. */
export async function drawFirstPicture(manifest: string | undefined): Promise<void> {
  const isFresh = isFreshVisit()
  if (isFresh) holdBelow('all')
  else showFonts()
  await new Promise<void>(whenPainted)
  if (manifest) addManifest(manifest)
  if (!isFresh) return
  // Who has already gone to a place has been shown the whole page (boot.ts).
  if (isBelowHeld()) holdBelow('unseen')
  await fetchFonts()
  await whenUntouched()
  showFonts()
  await new Promise<void>((resolve) => showBelow(resolve, nextUntouchedFrame))
}

function nextUntouchedFrame(show: () => void) {
  whenUntouched().then(() => requestAnimationFrame(show))
}

/** Who comes back or to a certain place finds the way only on a whole page, and has the fonts. */
function isFreshVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation')
  if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'navigate') return false
  // Unlike the location, its name still has the words that a link of a search engine leads to.
  return !visit.name.includes('#')
}

function whenPainted(resolve: () => void) {
  addEventListener('load', () => setTimeout(resolve, SILENCE_MS))
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
  }).observe({ type: 'paint', buffered: true })
}

/** All of them before one is shown, so that the words are set anew only once. */
function fetchFonts(): Promise<unknown> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[as=font]')
  const fetched = Array.from(links, (link) => {
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve
      link.media = 'all'
    })
  })
  const patience = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE_MS))
  return Promise.race([Promise.all(fetched), patience])
}

function showFonts() {
  const faces = document.querySelector<HTMLStyleElement>('#fonts')
  if (faces) faces.media = 'all'
}

/** Chromium would fetch it in the middle of drawing. */
function addManifest(href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href }))
}
