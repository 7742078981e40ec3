// The one inline script: sets the remembered theme before anything is painted, and fetches React
// when the browser is idle or the visitor first touches the page. It is put into the HTML as
// source, so it imports nothing and only the name of the client file is given to it.

const client = document.currentScript?.dataset.client
const theme = readTheme()
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'wheel', 'touchstart'] as const

const early: HTMLElement[] = []
let requests = 0
let isRequested = false

if (theme) document.documentElement.dataset.theme = theme
listen()
addEventListener('click', rememberClick, true)
addEventListener('load', () => {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(start)
  else setTimeout(start, 200)
})

function listen() {
  for (const touch of TOUCHES) addEventListener(touch, start, { passive: true, capture: true })
}

function start() {
  if (isRequested || !client) return
  isRequested = true
  for (const touch of TOUCHES) removeEventListener(touch, start, true)
  // Browsers remember a failed import by its address, so another try needs another one.
  const address = requests++ ? `${client}?try=${requests}` : client
  import(/* @vite-ignore */ address).then(
    ({ hydrate }) => hydrate(replayClicks),
    () => {
      isRequested = false
      listen()
    },
  )
}

/** Presses on buttons that React does not yet answer are kept, so that no tap is lost. */
function rememberClick({ target }: MouseEvent) {
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (button && !button.popoverTargetElement) early.push(button)
  if (target.closest('a[href^="#"]')) target.closest<HTMLElement>('[popover]')?.hidePopover()
}

/** A moment later, when React knows what only a browser can tell, such as the theme. */
function replayClicks() {
  removeEventListener('click', rememberClick, true)
  setTimeout(() => {
    for (const button of early.splice(0)) button.click()
  })
}

function readTheme(): string | null {
  // Reading storage throws where the visitor has blocked it.
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
