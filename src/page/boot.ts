// The one inline script: sets the remembered theme before anything is painted, and fetches React
// when the browser is idle or the visitor first touches the page. It is put into the HTML as
// source, so it imports nothing and only the name of the client file is given to it.

const client = document.currentScript?.dataset.client
const theme = readTheme()
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'wheel', 'touchstart'] as const
const CLICK_EVENT = 'click'

let early: HTMLElement | undefined
let isRequested = false

if (theme) document.documentElement.dataset.theme = theme
for (const touch of TOUCHES) addEventListener(touch, start, { passive: true, capture: true })
addEventListener(CLICK_EVENT, rememberClick, true)
addEventListener('load', () => {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 200)
})

function start() {
  if (isRequested || !client) return
  isRequested = true
  for (const touch of TOUCHES) removeEventListener(touch, start, true)
  import(/* @vite-ignore */ client).then(({ hydrate }) => hydrate(replayClick))
}

/** A press on a button that React does not yet answer is kept, so that no tap is lost. */
function rememberClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button && !button.popoverTargetElement) early = button
}

function replayClick() {
  removeEventListener(CLICK_EVENT, rememberClick, true)
  early?.click()
}

function readTheme(): string | null {
  // Reading storage throws where the visitor has blocked it.
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
