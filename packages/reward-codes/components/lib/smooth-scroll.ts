import { attempt } from './feature-detection.ts'
import { matchesMedia, REDUCED_MOTION } from './media.ts'

const SCROLL_MS = 1000
const CANCEL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'] as const
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

let cancelScroll = () => {}

/**
 * Handles clicks on anchor links: scrolls smoothly, updates the URL and moves the focus, so that
 * keyboard navigation continues at the target.
 */
export function interceptAnchors(): () => void {
  document.addEventListener('click', followAnchor)
  return () => document.removeEventListener('click', followAnchor)
}

function followAnchor(event: MouseEvent) {
  const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || wantsNewTab) return
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]')
  const target = link && targetOf(link.hash)
  if (!target) return
  const { hash } = link

  event.preventDefault()
  if (location.hash !== hash) history.pushState(null, '', hash)
  target.focus({ preventScroll: true })
  scrollTo(target)
}

/** The element with the anchor. Any text can follow the # of a URL, also text that is not encoded. */
function targetOf(hash: string): HTMLElement | null {
  return document.getElementById(attempt(() => decodeURIComponent(hash.slice(1))) ?? '')
}

/** Scrolls for one second, eased. A wheel, touch, pointer or key event cancels it. */
function scrollTo(target: HTMLElement): void {
  cancelScroll()
  if (matchesMedia(REDUCED_MOTION)) {
    target.scrollIntoView({ behavior: 'instant' })
    return
  }
  const from = window.scrollY
  const distance = targetTop(target) - from
  let frame = requestAnimationFrame(start)

  function start(startedAt: number) {
    step(startedAt)
    function step(now: number) {
      const progress = Math.min((now - startedAt) / SCROLL_MS, 1)
      window.scrollTo({ top: from + distance * ease(progress), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
      else finish()
    }
  }
  // Content above the target may have changed its height during the scroll.
  function finish() {
    cancelScroll()
    target.scrollIntoView({ behavior: 'instant' })
  }
  cancelScroll = () => {
    cancelAnimationFrame(frame)
    for (const event of CANCEL_EVENTS) removeEventListener(event, cancelOnInput)
    cancelScroll = () => {}
  }
  for (const event of CANCEL_EVENTS) addEventListener(event, cancelOnInput, { passive: true })
}

/** Input cancels the scroll, except a modifier key alone. */
function cancelOnInput(event: Event) {
  if (event instanceof KeyboardEvent && MODIFIERS.includes(event.key)) return
  cancelScroll()
}

function targetTop(target: HTMLElement): number {
  const margin = Number.parseFloat(getComputedStyle(target).scrollMarginTop)
  const top = window.scrollY + target.getBoundingClientRect().top - (margin || 0)
  const maximum = document.documentElement.scrollHeight - window.innerHeight
  return Math.max(0, Math.min(top, maximum))
}

function ease(progress: number): number {
  return progress < 0.5 ? 2 * progress ** 2 : 1 - 2 * (1 - progress) ** 2
}
