import { closePopover, isPopoverOpen } from './feature-detection.ts'

/** The ways to close the menu, also before React has loaded. The browser adds Escape, and a press beside a popover. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLElement>('nav[popover]')
  const button = document.querySelector(`[popovertarget="${menu?.id}"]`)
  addEventListener('click', (event) => {
    const { target } = event
    if (!menu || !(target instanceof Element) || !isPopoverOpen(menu)) return
    // The browser would open it again. In a browser without popovers, popover-fallback.ts has opened it just now.
    const isButton = target.closest('button')?.popoverTargetElement === menu
    if (isButton) event.preventDefault()
    // The menu takes a press beside its panel, which would open what lies below.
    const isLink = menu.contains(target) && target.closest('a[href^="#"]')
    if (isButton || isLink || target === menu) closePopover(menu)
  })
  // No focused element is behind the menu. A press on its button moves the focus there.
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node)) return
    if (!menu.contains(relatedTarget) && !button?.contains(relatedTarget)) closePopover(menu)
  })
  // In a window of another width, the menu may not be collapsed.
  let width = innerWidth
  addEventListener('resize', () => {
    if (innerWidth !== width) closePopover(menu)
    width = innerWidth
  })
}
