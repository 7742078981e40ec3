import { closePopover, isPopoverOpen } from './feature-detection.ts'
import { showLocalTime } from './local-time.ts'
import { addPopovers } from './popover-fallback.ts'
import { printPictures } from './print-pictures.ts'
import { showProjectDetails } from './project-details.ts'
import { interceptAnchors } from './smooth-scroll.ts'

// What the page does without React: links, details of projects, the time in the footer, print.

/** The pixels of scroll up to which the page is at its top. */
const TOP_PX = 300

if (document.documentElement.dataset.scripted !== undefined) {
  if (!('popover' in HTMLElement.prototype)) addPopovers()
  interceptAnchors()
  showProjectDetails()
  showLocalTime()
  printPictures()
  addEventListener('click', closeMenu)
  showTopButton()
}

/** Shows the button to the top where the page is scrolled by more than TOP_PX. */
function showTopButton() {
  const button = document.querySelector<HTMLElement>('main > a[hidden]')
  const update = () => {
    if (button) button.hidden = scrollY <= TOP_PX
  }
  addEventListener('scroll', update, { passive: true })
  update()
}

/** Closes the menu after a click on its button or on one of its links, also before React has loaded. */
function closeMenu(event: MouseEvent) {
  const { target } = event
  if (!(target instanceof Element)) return
  const menu = target.closest('button')?.popoverTargetElement
  if (menu instanceof HTMLElement && isPopoverOpen(menu)) {
    event.preventDefault()
    closePopover(menu)
  } else if (target.closest('a[href^="#"]')) {
    closePopover(target.closest<HTMLElement>('[popover]'))
  }
}
