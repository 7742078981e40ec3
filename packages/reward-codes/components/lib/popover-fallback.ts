/**
 * The popover of the menu in browsers that have none, before 2024 (docs/browsers.md). Its button, Escape and a press
 * beside it open and close it. `data-open` stands for `:popover-open` in the styles.
 */
export function addPopovers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) addPopover(popover)
}

function addPopover(popover: HTMLElement) {
  const button = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`)
  const toggle = (isOpen: boolean) => {
    if ('open' in popover.dataset === isOpen) return
    popover.toggleAttribute('data-open', isOpen)
    const newState = isOpen ? 'open' : 'closed'
    popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
  }
  popover.showPopover = () => toggle(true)
  popover.hidePopover = () => toggle(false)
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    if (button?.contains(target)) toggle(!('open' in popover.dataset))
    else if (!popover.contains(target)) toggle(false)
  })
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    if (popover.contains(document.activeElement)) button?.focus()
    toggle(false)
  })
}
