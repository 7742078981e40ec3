import { followedAnchor, targetOf } from './smooth-scroll.ts'

/** The link on this page that has opened the details. Closing them returns the focus to it. */
let opener: HTMLAnchorElement | undefined
/** The details that the URL names. */
let shown: HTMLDialogElement | undefined
/** The return value of a dialog that closed because the URL changed. */
const CLOSED_BY_URL = 'url'
/** The link that closes the details. */
const CLOSE = '[data-close]'
/** The state of a history entry that a link of this page has made: closing the details goes back. */
const FROM_PAGE = { isFromPage: true }
/** Whether a navigation that closes the details is under way. */
let isLeaving = false
/** After this, browsers have told screen readers of the first focus. */
const FOCUS_DELAY_MS = 150

/**
 * Shows the details of a project as a modal dialog while the URL has its anchor. The URL decides: links,
 * Back and Forward open and close the dialog, and so does every way to close it.
 */
export function showProjectDetails(): void {
  for (const dialog of document.querySelectorAll('dialog')) {
    if (!isDetails(dialog)) continue
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      leave(dialog)
    })
    // A second Escape closes the dialog without asking. The event arrives late: the URL may have left the
    // dialog since, or returned to it.
    dialog.addEventListener('close', () => {
      const isClosedByVisitor = !dialog.open && dialog.returnValue !== CLOSED_BY_URL
      if (isClosedByVisitor && dialogOf(location.hash) === dialog) leave(dialog)
    })
    // The dialog fills its box, so a click on the element itself is on its backdrop, unless it began in a selection
    // of text. The second half of a double click may be there, too.
    let isFromOutside = false
    dialog.addEventListener('pointerdown', (event) => {
      isFromOutside = event.target === dialog && isOutside(dialog, event)
    })
    dialog.addEventListener('click', (event) => {
      const isBackdrop = event.target === dialog && isOutside(dialog, event)
      if (isBackdrop && isFromOutside && event.detail < 2) leave(dialog)
    })
  }
  addEventListener('click', followLink)
  addEventListener('hashchange', showTarget)
  // Chromium repeats a modal dialog on every printed page. The details are printed with the page.
  addEventListener('beforeprint', () => shown?.close(CLOSED_BY_URL))
  addEventListener('afterprint', showTarget)
  showTarget()
}

function followLink(event: MouseEvent) {
  const { link, target } = followedAnchor(event) ?? {}
  if (!link || !target) return
  const within = link.closest('dialog')
  const current = isDetails(within) ? within : undefined
  const next = isDetails(target) ? target : undefined
  if (!current && !next) return
  // The browser follows a link of the text, and showTarget closes the details.
  if (current && !next && !link.matches(CLOSE)) {
    opener = undefined
    chooseSubject(link.dataset.subject)
    return
  }
  event.preventDefault()
  // The next project replaces this one: Back closes the details.
  if (current && next) {
    const { state } = history
    location.replace(link.hash)
    history.replaceState(state, '')
  } else if (current) leave(current)
  else if (next) {
    location.hash = link.hash
    history.replaceState(FROM_PAGE, '')
    showTarget()
    opener = link
  }
}

function showTarget() {
  isLeaving = false
  const before = shown
  shown = dialogOf(location.hash)
  if (shown && !shown.open) {
    if (!history.state?.isFromPage) opener = undefined
    if (!before) holdPage()
    shown.returnValue = ''
    shown.showModal()
    shown.scrollTop = 0
    moveFocusToTitle(shown)
  }
  if (before === shown) return
  // After the next one has opened: else the focus is on the page in between, and Orca in Firefox names it.
  before?.close(CLOSED_BY_URL)
  if (shown || !before) return
  delete document.documentElement.dataset.modal
  // Navigation to an anchor takes the focus from the link, so the browser cannot restore it.
  const behind = opener ?? targetOf(location.hash)
  if (behind) behind.focus({ preventScroll: true })
  else linkTo(before)?.focus()
}

/** Chooses the subject of the message for a visitor who has chosen none. */
function chooseSubject(subject: string | undefined) {
  const list = document.querySelector<HTMLSelectElement>('select[name=subject]')
  if (!list || list.value || !subject) return
  list.value = subject
  // boot.ts stores it with the draft.
  list.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Stops the page behind the details. Browsers would also reserve the place of a scrollbar that takes none. */
function holdPage() {
  const root = document.documentElement
  root.dataset.modal = innerWidth > root.clientWidth ? 'scrollbar' : ''
}

/** The link of the card, for a visitor who has opened the page with the details. */
function linkTo(dialog: HTMLDialogElement) {
  return dialog.parentElement?.querySelector<HTMLAnchorElement>(`a[href="#${dialog.id}"]`)
}

/**
 * Moves the focus from the first link of a dialog to its title. Opening it takes the page, or the dialog before
 * it, out of the accessibility tree, and with it the element that a screen reader was on. Orca says nothing of
 * the first focus after that.
 */
function moveFocusToTitle(dialog: HTMLDialogElement) {
  const first = document.activeElement
  setTimeout(() => {
    const { activeElement } = document
    // A visit to the anchor of the details focuses the dialog.
    if (activeElement !== first && activeElement !== dialog) return
    dialog.querySelector('h3')?.focus({ preventScroll: true })
  }, FOCUS_DELAY_MS)
}

function leave(dialog: HTMLDialogElement) {
  if (isLeaving) return
  isLeaving = true
  if (history.state?.isFromPage) return history.back()
  // A navigation, so that the details are no longer the `:target`. Then the address has no anchor, and the card is
  // where the visitor goes on.
  location.replace(dialog.querySelector<HTMLAnchorElement>(CLOSE)?.hash ?? '#')
  history.replaceState(null, '', location.pathname + location.search)
}

function dialogOf(hash: string): HTMLDialogElement | undefined {
  const target = targetOf(hash)
  return isDetails(target) ? target : undefined
}

/** Whether these are the details of a project. A part of the owner may have a dialog of its own. */
function isDetails(element: Element | null): element is HTMLDialogElement {
  return element instanceof HTMLDialogElement && element.querySelector(CLOSE) !== null
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
