/**
 * Applies the styles of what is below the first screen when they are loaded. What the visitor sees stays where it is,
 * and so does the position that the browser has restored, which is one in the page with its styles. Its source is
 * inlined, so it may use nothing from outside. boot.ts loads it and the styles together.
 */
export function applyLateStyles(): void {
  /** The section that the address names, or else the smallest element that ends below the first third of the window. */
  const findSeen = () => {
    const named = document.querySelector(':target')
    const { top = -1 } = named?.getBoundingClientRect() ?? {}
    if (top >= 0 && top < innerHeight) return named
    const isSeen = (element: Element) => element.getBoundingClientRect().bottom > innerHeight / 3
    const smallestIn = (element: Element): Element => {
      const part = [...element.children].find(isSeen)
      return part ? smallestIn(part) : element
    }
    return smallestIn(document.querySelector('main') ?? document.body)
  }
  const root = document.documentElement
  /** Whether the browser restores a position: boot.ts has turned off what would move it. */
  const isRestored = root.style.overflowAnchor === 'none'
  const apply = (link: HTMLLinkElement) => {
    if (link.media === 'all') return
    const seen = isRestored ? undefined : findSeen()
    const top = seen?.getBoundingClientRect().top ?? 0
    // The browser would scroll as well.
    root.style.overflowAnchor = 'none'
    link.media = 'all'
    if (seen && scrollY > 0) {
      scrollBy({ top: seen.getBoundingClientRect().top - top, behavior: 'instant' })
    }
    requestAnimationFrame(() =>
      setTimeout(() => {
        root.style.overflowAnchor = ''
      }),
    )
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel~=late]')) {
    if (link.sheet) apply(link)
    else link.addEventListener('load', () => apply(link))
  }
}
