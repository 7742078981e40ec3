import { attempt } from './feature-detection.ts'

/** The link to an element of this page that a click follows, unless it opens a new tab or is handled. */
export function followedAnchor(event: MouseEvent) {
  const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || wantsNewTab) return undefined
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]')
  const target = link && targetOf(link.hash)
  return link && target ? { link, target } : undefined
}

/** The element with the anchor. Any text can follow the # of a URL, also text that is not encoded. */
export function targetOf(hash: string): HTMLElement | null {
  return document.getElementById(attempt(() => decodeURIComponent(hash.slice(1))) ?? '')
}
