import { fitName } from './fit-name.ts'
import { showLocalTime } from './local-time.ts'
import { showProjectDetails } from './project-details.ts'
import { interceptAnchors } from './smooth-scroll.ts'

// What the page does without React: links, details of projects, the time in the footer.

if (document.documentElement.dataset.scripted !== undefined) {
  interceptAnchors()
  showProjectDetails()
  showLocalTime()
  fitName()
  addEventListener('click', closeMenu)
}

/** Closes the menu after a click on its button or on one of its links, also before React has loaded. */
function closeMenu(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const menu = target.closest('button')?.popoverTargetElement
  if (menu instanceof HTMLElement && menu.matches(':popover-open')) {
    event.preventDefault()
    menu.hidePopover()
  } else if (target.closest('a[href^="#"]')) {
    target.closest<HTMLElement>('[popover]')?.hidePopover()
  }
}
