import { REDUCED_MOTION } from './media.ts'

const SCROLL_MS = 1000
const CANCELLING = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'] as const
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

let cancelScroll = () => {}

/**
 * Answers clicks on links to a place on this page: scrolls there smoothly, lets the address
 * follow and moves the focus, so that the keyboard goes on from there.
 */
export function followAnchors(): () => void {
  document.addEventListener('click', followAnchor)
  return () => document.removeEventListener('click', followAnchor)
}

function followAnchor(event: MouseEvent) {
  const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || wantsNewTab) return
  const link = event.target instanceof Element && event.target.closest('a[href^="#"]')
  const hash = link ? link.getAttribute('href') : null
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (!hash || !target) return

  event.preventDefault()
  if (location.hash !== hash) history.pushState(null, '', hash)
  target.focus({ preventScroll: true })
  scrollTo(target)
}

/** Scrolls for one second, eased; a wheel, a touch or a key takes the page back at once. */
export function scrollTo(target: HTMLElement): void {
  cancelScroll()
  if (matchMedia(REDUCED_MOTION).matches) {
    target.scrollIntoView({ behavior: 'instant' })
    return
  }
  const from = window.scrollY
  const distance = targetTop(target) - from
  let frame = requestAnimationFrame(begin)

  function begin(startedAt: number) {
    step(startedAt)
    function step(now: number) {
      const progress = Math.min((now - startedAt) / SCROLL_MS, 1)
      window.scrollTo({ top: from + distance * ease(progress), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
      else arrive()
    }
  }
  // What lies between may have changed its height on the way.
  function arrive() {
    cancelScroll()
    target.scrollIntoView({ behavior: 'instant' })
  }
  cancelScroll = () => {
    cancelAnimationFrame(frame)
    for (const event of CANCELLING) removeEventListener(event, giveBack)
    cancelScroll = () => {}
  }
  for (const event of CANCELLING) addEventListener(event, giveBack, { passive: true })
}

/** The visitor wants the page: any hand on it counts, but a modifier key alone means nothing yet. */
function giveBack(event: Event) {
  if (event instanceof KeyboardEvent && MODIFIERS.includes(event.key)) return
  cancelScroll()
}

function targetTop(target: HTMLElement): number {
  const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop)
  const top = window.scrollY + target.getBoundingClientRect().top - (margin || 0)
  const farthest = document.documentElement.scrollHeight - window.innerHeight
  return Math.max(0, Math.min(top, farthest))
}

function ease(progress: number): number {
  return progress < 0.5 ? 2 * progress ** 2 : 1 - 2 * (1 - progress) ** 2
}
