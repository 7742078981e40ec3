import { type RefObject, useEffect, useRef, useState } from 'react'
import { observe } from '../lib/feature-detection.ts'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Appears when the page is scrolled by more than the height of the sentinel, 300 px. */
export function ScrollToTop({ href, label }: ScrollToTopProps) {
  const sentinel = useRef<HTMLDivElement>(null)
  const isVisible = useIsOutOfView(sentinel)
  return (
    <>
      <div ref={sentinel} className={styles.sentinel} />
      <a
        href={href}
        className={styles.link}
        data-visible={isVisible ? '' : undefined}
        aria-label={label}
        title={label}
        data-no-print=""
        data-js-only=""
      >
        <Icon name="arrow-up" />
      </a>
    </>
  )
}

function useIsOutOfView(sentinel: RefObject<HTMLElement | null>): boolean {
  const [isOutOfView, setIsOutOfView] = useState(false)
  useEffect(() => {
    const update = ([entry]: IntersectionObserverEntry[]) => {
      if (entry) setIsOutOfView(!entry.isIntersecting)
    }
    return observe(() => new IntersectionObserver(update), [sentinel.current])
  }, [sentinel])
  return isOutOfView
}

type ScrollToTopProps = { href: string; label: string }
