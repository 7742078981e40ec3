import { attempt } from './feature-detection.ts'

/** Keeps a rounded width from being wider than the line. */
const SLACK = 1.004
/** Where advances are whole pixels, small letters are measured worst. */
const SIZE = 200

/**
 * Fits the name at the end of the page to its line. The server estimates its width, and only the browser knows its
 * fonts.
 */
export function fitName(): void {
  const text = document.querySelector<HTMLElement>('[data-fit]')
  const line = text?.parentElement
  if (!text || !line) return
  const setWidth = () => {
    text.style.cssText = `white-space: nowrap; font-size: ${SIZE}px`
    // Not relative to the line: its styles may not have come.
    const inset = Number.parseFloat(getComputedStyle(text).marginInlineStart)
    const width = (text.getBoundingClientRect().width + inset) / SIZE
    text.style.cssText = ''
    if (width) line.style.setProperty('--name-width', String(width * SLACK))
  }
  setWidth()
  // The fonts come when the page has loaded.
  attempt(() => document.fonts.addEventListener('loadingdone', setWidth))
}
