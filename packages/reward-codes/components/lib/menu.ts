import { closePopover } from './feature-detection.ts'

/** Closes the menu when the focus leaves it, or the window has another width. boot.ts closes it by a press. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLElement>('nav[popover]')
  const button = document.querySelector(`[popovertarget="${menu?.id}"]`)
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
