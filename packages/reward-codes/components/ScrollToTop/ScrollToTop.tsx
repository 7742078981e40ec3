import { Icon } from '../Icon/Icon.tsx'
import styles from './ScrollToTop.module.css'

/** Floats in the lower corner. page.ts shows it. */
export function ScrollToTop({ href, label }: ScrollToTopProps) {
  return (
    <a href={href} className={styles.link} aria-label={label} title={label} data-no-print="" hidden>
      <Icon name="arrow-up" />
    </a>
  )
}

type ScrollToTopProps = { href: string; label: string }
