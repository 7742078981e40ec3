import { type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Appears once the page is scrolled more than the height of its mark, 300 px. */
export function ScrollToTop({ href, label }: ScrollToTopProps) {
  const mark = useRef<HTMLDivElement>(null)
  const isAway = useIsAbove(mark)
  return (
    <>
      <div ref={mark} className={styles.mark} />
      <a
        href={href}
        className={styles.link}
        data-shown={isAway}
        aria-label={label}
        title={label}
        data-screen-only=""
        data-needs-script=""
      >
        <Icon name="arrow-up" />
      </a>
    </>
  )
}

function useIsAbove(mark: RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsAbove(!entry.isIntersecting)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [mark])
  return isAbove
}

export type ScrollToTopProps = { href: string; label: string }
