import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { clampIndex, isInView, SLIDES_NARROW, SLIDES_WIDE } from './carousel.ts'
import { NARROW, REDUCED_MOTION, useMedia } from './media.ts'

/** How long the row must be still before it counts as settled; Safari lacks `scrollend`. */
const SETTLE_MS = 100
/** Of this many slides and more, browsers leave those alone that are out of sight. */
const MANY = 24

export type CarouselState = {
  row: RefObject<HTMLDivElement | null>
  /** The first slide in view. */
  index: number
  /** How many slides are in view; undefined while the server renders, which cannot know it. */
  shown: number | undefined
  /** Whether the visitor has moved the gallery. */
  isMoved: boolean
  moveTo: (index: number) => void
  /** The visitor's hand is on the row: from now on it leads. */
  takeOver: () => void
  /** The row has scrolled. */
  settle: () => void
}

/** The index leads when a button moves the row, and follows when the visitor scrolls it. */
export function useCarousel(count: number): CarouselState {
  const row = useRef<HTMLDivElement>(null)
  const aim = useRef<number>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isNarrow = useMedia(NARROW)
  const shown = isNarrow === undefined ? undefined : isNarrow ? SLIDES_NARROW : SLIDES_WIDE
  const [wanted, setWanted] = useState(0)
  const [isMoved, setIsMoved] = useState(false)
  const index = clampIndex(wanted, count, shown ?? SLIDES_WIDE)

  useWidths(row, (isFirst) => {
    // Slides of another width stand elsewhere; the first one in view stays in view.
    if (!isFirst) scrollToSlide(row.current, index, 'instant')
    if (count >= MANY) restSlides(row.current)
  })
  useInertSlides(row, index, shown)

  const moveTo = (to: number) => {
    const target = clampIndex(to, count, shown ?? SLIDES_WIDE)
    aim.current = target
    setWanted(target)
    setIsMoved(true)
    scrollToSlide(row.current, target)
  }
  const takeOver = () => {
    aim.current = undefined
  }
  const settle = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const settled = slideInView(row.current)
      if (settled === aim.current) aim.current = undefined
      // A slow device rests in the middle of a move; only the visitor's own scrolling may lead.
      if (aim.current !== undefined) return
      if (settled !== index) {
        setWanted(settled)
        setIsMoved(true)
      }
    }, SETTLE_MS)
  }
  return { row, index, shown, isMoved, moveTo, takeOver, settle }
}

/** Tells of each width that the row gets, the first one too. */
function useWidths(row: RefObject<HTMLElement | null>, onWidth: (isFirst: boolean) => void) {
  const tell = useEffectEvent(onWidth)
  useEffect(() => {
    let width: number | undefined
    const observer = new ResizeObserver(([entry]) => {
      const isFirst = width === undefined
      if (!entry || entry.target.clientWidth === width) return
      width = entry.target.clientWidth
      tell(isFirst)
    })
    if (row.current) observer.observe(row.current)
    return () => observer.disconnect()
  }, [row])
}

/** Slides out of view cannot be reached with the Tab key; the slides themselves are drawn once. */
function useInertSlides(row: RefObject<HTMLElement | null>, index: number, shown?: number) {
  useLayoutEffect(() => {
    if (shown === undefined) return
    keepFocusInView(row.current, index, shown)
    for (const [place, slide] of [...(row.current?.children ?? [])].entries()) {
      slide.toggleAttribute('inert', !isInView(place, index, shown))
    }
  }, [row, index, shown])
}

/** In each width all slides are laid out once, so that the row has and keeps the height of the highest. */
function restSlides(row: HTMLElement | null) {
  if (!row) return
  delete row.dataset.resting
  requestAnimationFrame(() => {
    row.dataset.resting = ''
  })
}

function scrollToSlide(row: HTMLElement | null, index: number, behavior?: ScrollBehavior) {
  const first = row?.children[0]
  const slide = row?.children[index]
  if (!(first instanceof HTMLElement && slide instanceof HTMLElement)) return
  const isStill = matchMedia(REDUCED_MOTION).matches
  row?.scrollTo({
    left: slide.offsetLeft - first.offsetLeft,
    behavior: behavior ?? (isStill ? 'instant' : 'smooth'),
  })
}

function slideInView(row: HTMLElement | null): number {
  const [first, second] = row?.children ?? []
  if (!(row && first instanceof HTMLElement && second instanceof HTMLElement)) return 0
  return Math.round(Math.abs(row.scrollLeft) / (second.offsetLeft - first.offsetLeft))
}

/** The slide that leaves hands the focus to the same link in the nearest slide that stays. */
function keepFocusInView(row: HTMLElement | null, index: number, shown: number) {
  const slides = [...(row?.children ?? [])]
  const place = slides.findIndex((slide) => slide.contains(document.activeElement))
  if (place < 0) return
  const nearest = Math.max(index, Math.min(place, index + shown - 1))
  if (nearest === place) return
  const links = (slide: Element | undefined) => [...(slide?.querySelectorAll('a') ?? [])]
  const position = links(slides[place]).findIndex((link) => link.matches(':focus'))
  slides[nearest]?.removeAttribute('inert')
  links(slides[nearest])[position]?.focus({ preventScroll: true })
}
