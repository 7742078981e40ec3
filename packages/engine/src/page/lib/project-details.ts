import { matchesMedia, REDUCED_MOTION } from '../hooks/use-media-query.ts'
import { attempt } from './feature-detection.ts'

/** The link on this page that has opened the details. Closing them goes back to it. */
let opener: HTMLAnchorElement | undefined
/** Whether a navigation that closes the details is under way. */
let isLeaving = false

/**
 * Shows the details of a project as a modal dialog while the URL has its anchor. The URL decides: links,
 * Back and Forward open and close the dialog, and so does every way to close it.
 */
export function showProjectDetails(): void {
  const dialogs = [...document.querySelectorAll('dialog')]
  if (dialogs.length === 0) return
  for (const dialog of dialogs) {
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      leave(dialog)
    })
    // A second Escape closes the dialog without asking.
    dialog.addEventListener('close', () => {
      if (dialogOf(location.hash) === dialog) leave(dialog)
    })
    // The dialog fills its box, so a click on the element itself is on its backdrop.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog && isOutside(dialog, event)) leave(dialog)
    })
  }
  addEventListener('click', followLink)
  addEventListener('hashchange', showTarget)
  showTarget()
}

function followLink(event: MouseEvent) {
  const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || wantsNewTab) return
  const current = link.closest('dialog')
  const target = dialogOf(link.hash)
  if (current && link.hash && link.origin + link.pathname === location.origin + location.pathname) {
    event.preventDefault()
    // The next project replaces this one: Back closes the details.
    if (!target) leave(current)
    else location.replace(link.hash)
  } else if (target) {
    event.preventDefault()
    opener = link
    morph(link, target, () => {
      location.hash = link.hash
      showTarget()
    })
  }
}

function showTarget() {
  isLeaving = false
  const target = dialogOf(location.hash)
  for (const dialog of document.querySelectorAll('dialog')) if (dialog !== target) dialog.close()
  if (target && !target.open) {
    target.showModal()
    target.querySelector('h3')?.focus({ preventScroll: true })
  }
  if (target) return
  // Navigation to an anchor takes the focus from the link, so the browser cannot restore it.
  opener?.focus({ preventScroll: true })
  opener = undefined
}

function leave(dialog: HTMLDialogElement) {
  if (isLeaving) return
  isLeaving = true
  if (opener) history.back()
  else location.replace(dialog.querySelector<HTMLAnchorElement>('[data-close]')?.hash ?? '#')
}

function dialogOf(hash: string): HTMLDialogElement | undefined {
  // Any text can follow the # of a URL, also text that is not encoded.
  const id = attempt(() => decodeURIComponent(hash.slice(1))) ?? ''
  const target = document.getElementById(id)
  return target instanceof HTMLDialogElement ? target : undefined
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Opens with a view transition from the picture of the link's card to that of the dialog. */
function morph(link: Element, dialog: HTMLDialogElement, open: () => void) {
  const from = link.closest('article, li')?.querySelector('img')
  const to = dialog.querySelector('img')
  if (!from || !to || !document.startViewTransition || matchesMedia(REDUCED_MOTION)) return open()
  const name = (image: HTMLElement, value: string) => {
    image.style.viewTransitionName = value
  }
  name(from, 'project')
  const { finished } = document.startViewTransition(() => {
    name(from, '')
    name(to, 'project')
    open()
  })
  finished.finally(() => name(to, ''))
}
