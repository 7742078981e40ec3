import { useState } from 'react'
import { languageOf } from '../../content/label-language.ts'
import buttonStyles from '../Button/Button.module.css'
import { Icon } from '../Icon/Icon.tsx'
import { observe } from '../lib/feature-detection.ts'
import { useSafeEffect } from '../lib/use-safe-effect.ts'
import styles from './ScrollToTop.module.css'

/**
 * Appears when the page is scrolled by more than the height of the sentinel, 300 px. It floats in the header: anywhere
 * else it would cover texts and fields, on a phone at least.
 */
export function ScrollToTop({ href, label }: ScrollToTopProps) {
  const isVisible = useIsScrolled()
  return (
    <a
      href={href}
      className={`${buttonStyles.icon} ${styles.link}`}
      data-visible={isVisible ? '' : undefined}
      aria-label={label}
      title={label}
      lang={languageOf(label).lang}
      data-js-only=""
    >
      <Icon name="arrow-up" />
    </a>
  )
}

function useIsScrolled(): boolean {
  const [isScrolled, setIsScrolled] = useState(false)
  useSafeEffect(() => {
    const sentinel = document.createElement('div')
    sentinel.className = styles.sentinel ?? ''
    document.body.append(sentinel)
    const update = ([entry]: IntersectionObserverEntry[]) => {
      if (entry) setIsScrolled(!entry.isIntersecting)
    }
    const stop = observe(() => new IntersectionObserver(update), [sentinel])
    return () => {
      stop?.()
      sentinel.remove()
    }
  }, [])
  return isScrolled
}

export type ScrollToTopProps = { href: string; label: string }
