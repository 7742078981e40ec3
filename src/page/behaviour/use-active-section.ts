import { useEffect, useState } from 'react'

/** How much of a section must be in view to count. */
const THRESHOLD = 0.1
/** How much of the footer must be in view for the page to be at its end. */
const END_THRESHOLD = 0.9
const UPDATE_EVERY_MS = 66

/**
 * The section the reader is in: the first of those with a tenth in view, the last one at the end
 * of the page. Intersections come from the browser, so scrolling costs no layout.
 */
export function useActiveSection(ids: string[], endId: string): string | undefined {
  const [active, setActive] = useState<string>()
  useEffect(() => {
    const views = new Map<string, IntersectionObserverEntry>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      timer = undefined
      setActive(chooseSection(ids, endId, views))
    }
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) views.set(entry.target.id, entry)
        timer ??= setTimeout(update, UPDATE_EVERY_MS)
      },
      { threshold: [0, THRESHOLD, END_THRESHOLD], rootMargin: '-64px 0px 0px' },
    )
    for (const id of [...ids, endId]) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ids, endId])
  return active
}

type View = Pick<IntersectionObserverEntry, 'isIntersecting' | 'intersectionRatio'>

export function chooseSection(
  ids: string[],
  endId: string,
  views: ReadonlyMap<string, View>,
): string | undefined {
  if ((views.get(endId)?.intersectionRatio ?? 0) >= END_THRESHOLD) return ids.at(-1)
  const isSeen = (id: string) => (views.get(id)?.intersectionRatio ?? 0) >= THRESHOLD
  // A section many screens tall never has a tenth of itself in view.
  return ids.find(isSeen) ?? ids.find((id) => views.get(id)?.isIntersecting)
}
