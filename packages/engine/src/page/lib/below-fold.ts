// Defers rendering below the fold, so that the window paints sooner (styles/base.css).

const rootData = () => document.documentElement.dataset

/** `hidden` hides every section until the first paint, `auto` only those outside the window. */
export function deferBelowFold(visibility: 'hidden' | 'auto') {
  rootData().defer = visibility
}

/** Anchor navigation needs real layout. */
export function stopDeferring() {
  delete rootData().defer
}

export function isDeferring(): boolean {
  return rootData().defer !== undefined
}

/** Renders one section per frame, so that input events are handled in between. */
export function revealBelowFold(
  done: () => void = () => {},
  nextFrame: (show: () => void) => unknown = requestAnimationFrame,
) {
  const sections = [...document.querySelectorAll<HTMLElement>('[data-below-fold]')]
  const remaining = sections.values()
  const showNext = () => {
    const { value } = remaining.next()
    if (!value) return finish()
    value.style.contentVisibility = 'visible'
    nextFrame(showNext)
  }
  const finish = () => {
    stopDeferring()
    for (const section of sections) section.style.contentVisibility = ''
    done()
  }
  nextFrame(showNext)
}

/** Applies a change to the whole page, such as the theme, to the visible part first. */
export function applyVisibleFirst(change: () => void) {
  if (isDeferring()) return change()
  deferBelowFold('auto')
  change()
  requestAnimationFrame(() => revealBelowFold())
}
