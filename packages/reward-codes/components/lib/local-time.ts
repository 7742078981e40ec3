import { attempt, observe } from './feature-detection.ts'

/** Shows the time at the owner's place in the footer, and updates it while the footer is in view. */
export function showLocalTime(): void {
  const element = document.querySelector<HTMLElement>('[data-time-zone]')
  const text = element?.textContent
  if (!element || !text) return
  const format = attempt(
    () =>
      new Intl.DateTimeFormat(document.documentElement.lang, {
        timeStyle: 'short',
        timeZone: element.dataset.timeZone,
      }),
  )
  // The browser may not know the time zone.
  if (!format) return
  const show = () => {
    element.textContent = text.replace('{time}', format.format())
  }
  show()
  element.hidden = false
  let timer: ReturnType<typeof setInterval> | undefined
  const update = ([entry]: IntersectionObserverEntry[]) => {
    clearInterval(timer)
    if (!entry?.isIntersecting) return
    show()
    timer = setInterval(show, UPDATE_EVERY_MS)
  }
  observe(() => new IntersectionObserver(update), [element])
}

const UPDATE_EVERY_MS = 5000
