import { releaseBelow } from './behaviour/below-window.ts'
import { followTouches, whenUntouched } from './behaviour/touching.ts'
import { drawFirstPicture } from './first-picture.ts'

// The one inline script: sets the remembered theme before anything is painted, and fetches React
// when the browser is idle or the visitor first touches the page. It stands in the HTML, which
// gives it the addresses of what it fetches.

const boot = document.currentScript?.dataset ?? {}
const [client, ...needed] = boot.scripts?.split(' ') ?? []
const theme = readTheme()
/** How long a message waits for the scripts before the browser sends it by itself. */
const PATIENCE_MS = 15_000
/** How long React waits for an idle moment. */
const LONGEST_WAIT_MS = 2000

const early: HTMLElement[] = []
let earlyForm: HTMLFormElement | undefined
let patience: ReturnType<typeof setTimeout> | undefined
let requests = 0
let isRequested = false
const stopFollowing = followTouches(start)

if (theme) document.documentElement.dataset.theme = theme
addEventListener('click', rememberClick, true)
if (client) addEventListener('submit', rememberSubmit, true)
const drawn = drawFirstPicture(boot.manifest)
const loaded = new Promise((resolve) => addEventListener('load', resolve))
Promise.all([drawn, loaded]).then(() => {
  const startUntouched = () => whenUntouched().then(start)
  // Safari has no requestIdleCallback; others may find no idle moment where no frames are drawn.
  if ('requestIdleCallback' in window)
    requestIdleCallback(startUntouched, { timeout: LONGEST_WAIT_MS })
  else setTimeout(startUntouched, 200)
})

function start() {
  if (isRequested || !client) return
  isRequested = true
  // Browsers remember a failed import by its address, so another try needs another one.
  const address = requests++ ? `${client}?try=${requests}` : client
  // The client would ask for what it needs only once it is here.
  for (const script of needed) import(script).catch(() => {})
  import(address).then(
    // Reading the scripts was one piece of work, this is another, and a finger may rest on the page by now.
    ({ hydrate }) => setTimeout(() => whenUntouched().then(() => hydrate(replay))),
    () => {
      isRequested = false
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
  earlyForm.dataset.early = ''
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
  delete form?.dataset.early
  clearTimeout(patience)
  return form
}

/** A moment later, when React knows what only a browser can tell, such as the theme. */
function replay() {
  stopFollowing()
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
