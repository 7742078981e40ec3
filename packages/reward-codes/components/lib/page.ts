import { showLocalTime } from './local-time.ts'
import { closeMenu } from './menu.ts'
import { addPopovers } from './popover-fallback.ts'
import { printPictures } from './print-pictures.ts'
import { interceptAnchors } from './smooth-scroll.ts'

// What the page does without React: links, the time in the footer, print.

/** The pixels of scroll up to which the page is at its top. */
const TOP_PX = 300

if (document.documentElement.dataset.scripted !== undefined) {
  if (!('popover' in HTMLElement.prototype)) addPopovers()
  closeMenu()
  interceptAnchors()
  showLocalTime()
  printPictures()
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
