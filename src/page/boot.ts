import { releaseBelow } from './behaviour/below-window.ts'
import { drawFirstPicture } from './first-picture.ts'

// The one inline script: sets the remembered theme before anything is painted, and fetches React
// when the browser is idle or the visitor first touches the page. It stands in the HTML, which
// gives it the addresses of what it fetches.

const boot = document.currentScript?.dataset ?? {}
const [client, ...needed] = boot.scripts?.split(' ') ?? []
const theme = readTheme()
/** When a touch has ended; what came between a finger's coming and going would hold its answer up. */
const TOUCHES = ['pointerup', 'pointercancel', 'keyup', 'click', 'wheel'] as const
/** How long a message waits for the scripts before the browser sends it by itself. */
const PATIENCE_MS = 15_000
/** How long React waits for an idle moment. */
const LONGEST_WAIT_MS = 2000
/** And for what a touch does without it to be seen: a menu that opens, a letter. */
const AFTER_TOUCH_MS = 50

const early: HTMLElement[] = []
let earlyForm: HTMLFormElement | undefined
let patience: ReturnType<typeof setTimeout> | undefined
let requests = 0
let isRequested = false

if (theme) document.documentElement.dataset.theme = theme
listen()
addEventListener('click', rememberClick, true)
if (client) addEventListener('submit', rememberSubmit, true)
const drawn = drawFirstPicture(boot.manifest)
const loaded = new Promise((resolve) => addEventListener('load', resolve))
Promise.all([drawn, loaded]).then(() => {
  // Safari has no requestIdleCallback; others may find no idle moment where no frames are drawn.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: LONGEST_WAIT_MS })
  else setTimeout(start, 200)
})

function listen() {
  for (const touch of TOUCHES) addEventListener(touch, answer, { passive: true, capture: true })
}

function answer() {
  setTimeout(start, AFTER_TOUCH_MS)
}

function start() {
  if (isRequested || !client) return
  isRequested = true
  for (const touch of TOUCHES) removeEventListener(touch, answer, true)
  // Browsers remember a failed import by its address, so another try needs another one.
  const address = requests++ ? `${client}?try=${requests}` : client
  // The client would ask for what it needs only once it is here.
  for (const script of needed) import(script).catch(() => {})
  import(address).then(
    ({ hydrate }) => hydrate(replay),
    () => {
      isRequested = false
      listen()
      sendEarlyForm()
    },
  )
}

/** Presses on buttons that React does not yet answer are kept, so that no tap is lost. */
function rememberClick({ target }: MouseEvent) {
  if (!(target instanceof Element)) return
  const button = target.closest('button')
  if (button?.type === 'button' && !button.popoverTargetElement) early.push(button)
  if (!target.closest('a[href^="#"]')) return
  target.closest<HTMLElement>('[popover]')?.hidePopover()
  releaseBelow()
}

/** So is a message that is sent before, unless no scripts come: then the browser can send it. */
function rememberSubmit(event: SubmitEvent) {
  if (!(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  if (earlyForm) return
  earlyForm = event.target
  patience = setTimeout(sendEarlyForm, PATIENCE_MS)
  start()
}

function sendEarlyForm() {
  takeEarlyForm()?.submit()
}

/** Once only: a page that comes back from the browser's memory must not send by itself. */
function takeEarlyForm() {
  const form = earlyForm
  earlyForm = undefined
  clearTimeout(patience)
  return form
}

/** A moment later, when React knows what only a browser can tell, such as the theme. */
function replay() {
  removeEventListener('click', rememberClick, true)
  removeEventListener('submit', rememberSubmit, true)
  setTimeout(() => {
    for (const button of early.splice(0)) button.click()
    takeEarlyForm()?.requestSubmit()
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
