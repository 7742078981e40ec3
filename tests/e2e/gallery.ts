import type { Page } from '@playwright/test'
import { hold } from './contact.ts'
import { expect, hydrated } from './site.ts'

/** The visible slides of the gallery and its reported state. Runs in the page of any browser. */
export function readGallery() {
  const row = document.querySelector('#portfolio [role="group"]')?.parentElement
  const slides = [...(row?.children ?? [])]
  const { left = 0, right = 0 } = row?.getBoundingClientRect() ?? {}
  const isSeen = (slide: Element) => {
    const box = slide.getBoundingClientRect()
    return box.left > left - 20 && box.right < right + 20
  }
  const [previous, next] = document.querySelectorAll<HTMLButtonElement>('#portfolio button')
  const counter = previous?.parentElement?.querySelector('span')
  const isShown = counter && getComputedStyle(counter).visibility === 'visible'
  const numbers = (is: (slide: Element) => boolean) =>
    slides.flatMap((slide, index) => (is(slide) ? [index + 1] : [])).join(' ')
  return {
    seen: numbers(isSeen),
    reachable: numbers((slide) => !slide.hasAttribute('inert')),
    counter: isShown ? counter.textContent : undefined,
    previous: previous?.disabled === false,
    next: next?.disabled === false,
  }
}

const SLIDES = 5

/** The expected state of the shipped gallery at slide `first`, with `shown` slides in view. */
export function galleryAt(first: number, shown: 1 | 3) {
  const last = first + shown - 1
  const numbers = Array.from({ length: shown }, (_, step) => first + step).join(' ')
  return {
    seen: numbers,
    reachable: numbers,
    counter: shown === 1 ? `${first} of ${SLIDES}` : `${first}–${last} of ${SLIDES}`,
    previous: first > 1,
    next: last < SLIDES,
  }
}

/** Scrolls the row to a slide without the buttons. Runs in the page. */
export function scrollGallery(toSlide: number) {
  const row = document.querySelector('#portfolio [role="group"]')?.parentElement
  const slide = row?.children[toSlide - 1]
  if (!(row && slide instanceof HTMLElement)) throw new Error('There is no such slide yet.')
  row.scrollIntoView({ block: 'center', behavior: 'instant' })
  const [first] = row.children
  const start = first instanceof HTMLElement ? first.offsetLeft : 0
  row.scrollTo({ left: slide.offsetLeft - start, behavior: 'instant' })
}

/** Opens a page, scrolls its row before the scripts load, then lets them load. */
export async function moveEarly(page: Page, url: string, toSlide: number) {
  const release = await hold(page, /assets\/client/)
  await page.goto(url, { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await expect(page.locator('html')).not.toHaveAttribute('data-defer')
  await page.evaluate(scrollGallery, toSlide)
  release()
  await hydrated(page)
}
