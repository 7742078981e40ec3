import { useState } from 'react'
import { observe } from '../lib/feature-detection.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'

const UPDATE_EVERY_MS = 66
/** The share of a section that must be in view for it to count. */
const THRESHOLD = 0.1
/** The share from which a section or the footer counts as entirely in view. */
const WHOLE = 0.9
/** Observed in steps of 1/50 of each section, which include both thresholds. */
const STEPS = Array.from({ length: 51 }, (_, step) => step / 50)

/**
 * A scrollspy: the section to highlight in the menu. Of the sections at least a tenth in view, it is the first
 * one entirely in view, as after a click in the menu, else the one that fills most of the window.
 * At the end of the page, it is the last one. IntersectionObserver causes no layout on scroll.
 */
export function useActiveSection(ids: string[], endId: string): string | undefined {
  const [active, setActive] = useState<string>()
  useSafeEffect(() => {
    const views = new Map<string, IntersectionObserverEntry>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      setActive(chooseSection(ids, endId, views))
    }
    const record = (entries: IntersectionObserverEntry[]) => {
      for (const entry of entries) views.set(entry.target.id, entry)
      timer ??= setTimeout(update, UPDATE_EVERY_MS)
    }
    const options = { threshold: STEPS, rootMargin: '-64px 0px 0px' }
    const stop = observe(
      () => new IntersectionObserver(record, options),
      [...ids, endId].map((id) => document.getElementById(id)),
    )
    return () => {
      stop?.()
      clearTimeout(timer)
    }
  }, [ids, endId])
  return active
}

type View = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'> & {
  intersectionRect: { height: number }
}

export function chooseSection(
  ids: string[],
  endId: string,
  views: ReadonlyMap<string, View>,
): string | undefined {
  const shareOf = (id: string) => views.get(id)?.intersectionRatio ?? 0
  const heightOf = (id: string) => views.get(id)?.intersectionRect.height ?? 0
  if (shareOf(endId) >= WHOLE) return ids.at(-1)
  const seen = ids.filter((id) => shareOf(id) >= THRESHOLD)
  // A section many screens tall is never a tenth in view.
  const candidates = seen.length > 0 ? seen : ids.filter((id) => views.get(id)?.isIntersecting)
  const whole = candidates.find((id) => shareOf(id) >= WHOLE)
  return whole ?? [...candidates].sort((one, other) => heightOf(other) - heightOf(one))[0]
}
