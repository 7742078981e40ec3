/** The share of a section that must be in view for it to count. */
const THRESHOLD = 0.1
/** The share from which a section or the footer counts as entirely in view. */
const WHOLE = 0.9

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
