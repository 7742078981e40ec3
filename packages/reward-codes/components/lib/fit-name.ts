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
  const setWidth = () => {
    const width = Number.parseFloat(getComputedStyle(line).getPropertyValue('--name-width'))
    if (!width) return
    text.style.whiteSpace = 'nowrap'
    const inset = Number.parseFloat(getComputedStyle(text).marginInlineStart)
    const share = (text.getBoundingClientRect().width + inset) / line.clientWidth
    text.style.whiteSpace = ''
    line.style.setProperty('--name-width', String(width * share * SLACK))
  }
  setWidth()
  // The fonts come when the page has loaded.
  attempt(() => document.fonts.addEventListener('loadingdone', setWidth))
}
