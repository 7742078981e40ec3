import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { observe } from '../lib/feature-detection.ts'
import { MOBILE, matchesMedia, REDUCED_MOTION } from '../lib/media.ts'
import { useMediaQuery } from '../lib/use-media-query.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'

const DESKTOP_SLIDES = 3
const MOBILE_SLIDES = 1
/**
 * Scrolling has ended after this long without a scroll event. Not all browsers have `scrollend`:
 * https://caniuse.com/mdn-api_element_scrollend_event
 */
const SETTLE_MS = 100
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'focusin']
const PASSIVE = { passive: true }

type CarouselState = {
  /** The first slide in view. */
  index: number
  /** How many slides are in view. Undefined during prerendering, where it is unknown. */
  visibleCount: number | undefined
  /** Whether the visitor has moved the gallery. */
  hasMoved: boolean
  moveTo: (index: number) => void
}

/**
 * Moves the slides of a carousel. Buttons set the index and scroll the row. When the visitor
 * scrolls, the index follows.
 */
export function useCarousel(carouselId: string, count: number): CarouselState {
  const viewport = useRef<HTMLElement>(null)
  const targetIndex = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isMobile = useMediaQuery(MOBILE)
  const visibleCount =
    isMobile === undefined ? undefined : isMobile ? MOBILE_SLIDES : DESKTOP_SLIDES
  const [requestedIndex, setRequestedIndex] = useState(0)
  const [hasMoved, setHasMoved] = useState(false)
  const index = clampIndex(requestedIndex, count, visibleCount ?? DESKTOP_SLIDES)

  const moveTo = (to: number) => {
    const target = clampIndex(to, count, visibleCount ?? DESKTOP_SLIDES)
    targetIndex.current = target
    setRequestedIndex(target)
    setHasMoved(true)
    scrollToSlide(viewport.current, target)
  }
  const followScroll = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const settled = slideInView(viewport.current)
      const target = targetIndex.current
      // A slow device may stall during an animated move, which WebKit then ends early: it goes on.
      if (target !== undefined && target !== settled) return scrollToSlide(viewport.current, target)
      targetIndex.current = undefined
      if (settled !== index) {
        setRequestedIndex(settled)
        setHasMoved(true)
      }
    }, SETTLE_MS)
  })

  useLayoutEffect(() => {
    const row = document.getElementById(rowId(carouselId))
    viewport.current = row
    // The visitor may have scrolled before hydration, or the browser restored the position.
    const syncIndex = () => setRequestedIndex(slideInView(row))
    // The visitor starts to scroll: the index follows the scroll position from now on.
    const cancelMove = () => {
      targetIndex.current = undefined
    }
    const onScroll = () => followScroll()
    syncIndex()
    addEventListener('pageshow', syncIndex)
    row?.addEventListener('scroll', onScroll)
    for (const type of USER_SCROLL_EVENTS) row?.addEventListener(type, cancelMove, PASSIVE)
    return () => {
      removeEventListener('pageshow', syncIndex)
      row?.removeEventListener('scroll', onScroll)
      for (const type of USER_SCROLL_EVENTS) row?.removeEventListener(type, cancelMove)
    }
  }, [carouselId])
  useNewWidth(viewport, () => {
    // A new width moves the slides, so scroll the first visible one back into view.
    scrollToSlide(viewport.current, index, 'instant')
  })
  return { index, visibleCount, hasMoved, moveTo }
}

/** Calls `onWidth` when the row gets another width. */
function useNewWidth(viewport: RefObject<HTMLElement | null>, onWidth: () => void) {
  const notify = useEffectEvent(onWidth)
  useSafeEffect(() => {
    let width: number | undefined
    const measure = ([entry]: ResizeObserverEntry[]) => {
      const before = width
      width = entry?.target.clientWidth
      if (before !== undefined && before !== width) notify()
    }
    return observe(() => new ResizeObserver(measure), [viewport.current])
  }, [viewport])
}

function scrollToSlide(viewport: HTMLElement | null, index: number, behavior?: ScrollBehavior) {
  const slides = slidesIn(viewport)
  const [first, slide] = [slides[0], slides[index]]
  if (!first || !slide) return
  viewport?.scrollTo({
    left: slide.offsetLeft - first.offsetLeft,
    behavior: behavior ?? (matchesMedia(REDUCED_MOTION) ? 'instant' : 'smooth'),
  })
}

function slideInView(viewport: HTMLElement | null): number {
  const [first, second] = slidesIn(viewport)
  if (!viewport || !first || !second) return 0
  // Without layout, the distance is 0. In right-to-left pages, both numbers are negative.
  return Math.round(viewport.scrollLeft / (second.offsetLeft - first.offsetLeft)) || 0
}

function slidesIn(viewport: HTMLElement | null): HTMLElement[] {
  return Array.from(viewport?.children ?? []).filter((slide) => slide instanceof HTMLElement)
}

/** The id of the row of slides in a carousel. */
export function rowId(carouselId: string): string {
  return `${carouselId}-slides`
}

/** The largest index that leaves no gap after the last slide. */
export function lastIndex(count: number, visibleCount: number): number {
  return Math.max(0, count - visibleCount)
}

export function clampIndex(index: number, count: number, visibleCount: number): number {
  return Math.max(0, Math.min(index, lastIndex(count, visibleCount)))
}
