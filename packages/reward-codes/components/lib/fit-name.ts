import { attempt } from './feature-detection.ts'

/** Keeps a rounded width from being wider than the line. */
const SLACK = 1.004

/**
 * Fits the name at the end of the page to its line. The server estimates its width, and only the browser knows its
 * fonts.
 */
export function fitName(): void {
  const text = document.querySelector<HTMLElement>('[data-fit]')
  const line = text?.parentElement
  if (!text || !line) return
  const fit = () => {
    const root = document.documentElement.style
    const width = Number.parseFloat(getComputedStyle(line).getPropertyValue('--name-width'))
    // A name of several lines is as wide as it can be.
    if (!width || text.getClientRects().length > 1) return
    const share = text.getBoundingClientRect().width / line.clientWidth
    root.setProperty('--name-width', String(width * share * SLACK))
  }
  attempt(() => document.fonts.ready.then(fit))
}
