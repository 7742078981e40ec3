import type { Page } from '@playwright/test'

/**
 * Finds unreadable text: overlapping, outside of the viewport, or clipped without scrolling or an
 * ellipsis.
 */
export function findUnreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOUCH = 4
    /** A line box is higher than its letters, and with tight line-height overlaps the next one. */
    const TIGHT = 0.4
    const APART = '[inert], [data-visually-hidden], form [aria-hidden] label, a[href="#main"]'
    const clipping = new Map<Element, Element[]>()

    const pieces = listTexts().flatMap(({ text, parent, boxes }) =>
      boxes.map((box) => ({ text, parent, box })),
    )
    const found = new Set<string>()
    for (const { text, parent, box } of pieces) {
      if (box.left < -1 || box.right > innerWidth + 1) found.add(`out of the window: ${text}`)
      if (clippingAncestors(parent).some((outer) => isClipped(box, outer)))
        found.add(`cut off: ${text}`)
    }
    pieces.sort((one, other) => one.box.top - other.box.top)
    for (const [place, { text, parent, box }] of pieces.entries()) {
      for (const other of pieces.slice(place + 1)) {
        const height = Math.min(box.bottom, other.box.bottom) - other.box.top
        if (height < 0) break
        const isTight = height < TIGHT * Math.min(box.height, other.box.height)
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        const isApart = other.parent === parent || isTight || width <= TOUCH
        if (!isApart) found.add(`upon each other: ${text} | ${other.text}`)
      }
    }
    return [...found]

    function listTexts() {
      const texts: { text: string; parent: Element; boxes: DOMRect[] }[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { currentNode: node } = walker
        const { parentElement: parent } = node
        const text = node.textContent?.trim()
        if (!(text && parent && isShown(parent))) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1)
        texts.push({ text: text.slice(0, 30), parent, boxes })
      }
      return texts
    }
    function isShown(element: Element): boolean {
      if (element.closest(APART) || getComputedStyle(element).textOverflow === 'ellipsis')
        return false
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    }
    /** The ancestors of an element that clip their overflow. */
    function clippingAncestors(element: Element): Element[] {
      const known = clipping.get(element)
      if (known) return known
      const outer = element.parentElement ? clippingAncestors(element.parentElement) : []
      const own = /hidden|clip/.test(getComputedStyle(element).overflow) ? [element] : []
      clipping.set(element, [...own, ...outer])
      return [...own, ...outer]
    }
    function isClipped(box: DOMRect, outer: Element): boolean {
      const edge = outer.getBoundingClientRect()
      const isWide = box.left < edge.left - 1 || box.right > edge.right + 1
      return isWide || box.bottom > edge.bottom + TOUCH
    }
  })
}

/** The horizontal overflow of the page, in pixels. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}
