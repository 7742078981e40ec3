import { attempt, observe } from './feature-detection.ts'

const UPDATE_EVERY_MS = 5000
/** How far from the view the time is filled in. To load its time zone, a slow phone needs 60 ms. */
const MARGIN = '900px'

/** Shows the time at the owner's place in the footer, and updates it while the footer is in view. */
export function showLocalTime(): void {
  const element = document.querySelector<HTMLElement>('[data-time-zone]')
  const { timeZone, localTime } = element?.dataset ?? {}
  if (!element || !localTime) return
  let format: Intl.DateTimeFormat | undefined
  const show = () => {
    const { lang } = document.documentElement
    // The browser may not know the time zone.
    format ??= attempt(() => new Intl.DateTimeFormat(lang, { timeStyle: 'short', timeZone }))
    if (format) element.textContent = localTime.replace('{time}', format.format())
  }
  let timer: ReturnType<typeof setInterval> | undefined
  const update = ([entry]: IntersectionObserverEntry[]) => {
    clearInterval(timer)
    if (!entry?.isIntersecting) return
    show()
    timer = setInterval(show, UPDATE_EVERY_MS)
  }
  observe(() => new IntersectionObserver(update, { rootMargin: MARGIN }), [element])
}
