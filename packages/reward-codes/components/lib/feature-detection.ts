// Browsers lack features, and extensions break them. The page then works without the feature.

export function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

type Observer = { observe: (element: Element) => void; disconnect: () => void }

/** Observes elements. Returns an unsubscribe function, or undefined without browser support. */
export function observe(
  create: () => Observer,
  elements: (Element | null)[],
): (() => void) | undefined {
  return attempt(() => {
    const observer = create()
    for (const element of elements) if (element) observer.observe(element)
    return () => observer.disconnect()
  })
}

/** Whether a popover is open. In browsers without popovers, popover-fallback.ts sets the attribute. */
export function isPopoverOpen(popover: HTMLElement | null): boolean {
  return (
    popover !== null &&
    (attempt(() => popover.matches(':popover-open')) ?? 'open' in popover.dataset)
  )
}

/** Closes a popover. Without popovers, it may not have the method yet. */
export function closePopover(popover: HTMLElement | null): void {
  attempt(() => popover?.hidePopover())
}
