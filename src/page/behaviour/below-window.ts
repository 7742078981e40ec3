// What lies below the window may wait, so that what is in it is drawn sooner (styles/base.css).

const marks = () => document.documentElement.dataset

/** All of it until the first picture is drawn; then, as browsers know it, what is out of sight. */
export function holdBelow(what: 'all' | 'unseen') {
  marks().held = what
}

/** Who goes to a place finds the way only on a whole page. */
export function releaseBelow() {
  delete marks().held
}

export function isBelowHeld(): boolean {
  return marks().held !== undefined
}

/** One section a frame, so that a touch in between is answered. */
export function showBelow(
  done: () => void = () => {},
  nextFrame: (show: () => void) => unknown = requestAnimationFrame,
) {
  const sections = [...document.querySelectorAll<HTMLElement>('[data-below]')]
  const rest = sections.values()
  const showNext = () => {
    const { value } = rest.next()
    if (!value) return finish()
    value.style.contentVisibility = 'visible'
    nextFrame(showNext)
  }
  const finish = () => {
    releaseBelow()
    for (const section of sections) section.style.contentVisibility = ''
    done()
  }
  nextFrame(showNext)
}

/** A change to every element of the page comes where the visitor looks first. */
export function changeSeenFirst(change: () => void) {
  if (isBelowHeld()) return change()
  holdBelow('unseen')
  change()
  requestAnimationFrame(() => showBelow())
}
