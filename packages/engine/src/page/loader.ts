import { SCRIPTS_MS } from './contact/deadline.ts'
import { loadAfterFirstPaint } from './first-paint.ts'
import { stopDeferring } from './lib/below-fold.ts'
import { showStoredTheme } from './lib/theme.ts'
import { trackUserInput, waitForInputIdle } from './lib/user-input.ts'
import { STATIC } from './static.ts'

// The only inline script. It applies the stored theme before the first paint, and loads React when
// the browser is idle or on the first user input. Its script element carries the URLs as data-*.

/** Takes the form that was submitted before hydration, if the island contains it. */
export type TakeForm = typeof takeForm

const options = document.currentScript?.dataset ?? {}
const root = document.documentElement.dataset
const isStatic = location.search === STATIC
const [client, ...preloads] = (!isStatic && options.scripts?.split(' ')) || []
/** How long React waits for the images of the first screen. */
const LOAD_TIMEOUT_MS = 3000
/** How long to wait for an idle callback before loading React. */
const IDLE_TIMEOUT_MS = 2000

let queuedForm: HTMLFormElement | undefined
let submitTimer: ReturnType<typeof setTimeout> | undefined
let requests = 0
let isRequested = false
const stopTracking = trackUserInput(start)

showStoredTheme(options.theme)
// Without this attribute, styles/base.css hides the controls that need scripts.
if (!isStatic) root.scripted = ''
addEventListener('click', followClick)
// Bubble phase, so React comes first. The hydrated form submits what was queued.
if (client) addEventListener('submit', queueSubmit)
const painted = loadAfterFirstPaint(options.manifest)
const loaded = new Promise((resolve) => {
  addEventListener('load', resolve)
  setTimeout(resolve, LOAD_TIMEOUT_MS)
})
Promise.all([painted, loaded]).then(() => {
  const startWhenIdle = () => waitForInputIdle().then(start)
  // The timeout covers browsers that are never idle without frames. Safari has no such function.
  try {
    requestIdleCallback(startWhenIdle, { timeout: IDLE_TIMEOUT_MS })
  } catch {
    setTimeout(startWhenIdle, 200)
  }
})

function start() {
  if (isRequested || !client) return
  isRequested = true
  // Browsers cache a failed import by URL, so a retry needs another URL.
  const address = requests++ ? `${client}?try=${requests}` : client
  // Preload the client's imports: it would request them only once it has loaded.
  for (const script of preloads) import(script).catch(() => {})
  import(address).then(
    // Hydrate in a new task, and not while a pointer is down.
    ({ hydrate }: { hydrate: (takeForm: TakeForm) => void }) =>
      setTimeout(async () => {
        await waitForInputIdle()
        stopTracking()
        hydrate(takeForm)
      }),
    () => {
      isRequested = false
      submitQueuedForm()
    },
  )
}

/** Closes the menu, and shows the whole page before the browser follows a link to a part of it. */
function followClick(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const menu = target.closest('button')?.popoverTargetElement
  if (menu instanceof HTMLElement && menu.matches(':popover-open')) {
    event.preventDefault()
    menu.hidePopover()
  }
  if (!target.closest('a[href^="#"]')) return
  target.closest<HTMLElement>('[popover]')?.hidePopover()
  stopDeferring()
}

/** Queues a submit that React has not handled. Without React, the browser posts the form. */
function queueSubmit(event: SubmitEvent) {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
  event.preventDefault()
  if (queuedForm) return
  queuedForm = event.target
  queuedForm.dataset.pending = String(Date.now())
  submitTimer = setTimeout(submitQueuedForm, SCRIPTS_MS)
  start()
}

function submitQueuedForm() {
  const form = takeForm(document)
  delete form?.dataset.pending
  form?.submit()
}

/** Takes the form once: a page restored from the back/forward cache must not submit it again. */
function takeForm(island: Node): HTMLFormElement | undefined {
  if (!queuedForm || !island.contains(queuedForm)) return undefined
  const form = queuedForm
  queuedForm = undefined
  clearTimeout(submitTimer)
  return form
}
