import type { ReactNode } from 'react'
import styles from './Carousel.module.css'
import { rowId } from './use-carousel.ts'

/**
 * A row of slides that scrolls natively, also without scripts: by a swipe, by the focus, and to what the search of the
 * browser finds. Buttons move it by one slide.
 */
export function Carousel(props: CarouselProps) {
  const { id, label, isNamesake, roleDescription, controls, children } = props
  return (
    <section
      id={id}
      role={isNamesake ? 'group' : undefined}
      aria-roledescription={roleDescription}
      aria-label={label}
    >
      <div className={styles.controls} data-js-only="" data-no-print="">
        {controls}
      </div>
      {/* Else a tab stop without a name in Firefox: https://developer.chrome.com/blog/keyboard-focusable-scrollers */}
      <div id={rowId(id)} className={styles.slides} tabIndex={-1}>
        {children}
      </div>
    </section>
  )
}

/** One slide of the row. */
export function Slide({ roleDescription, label, children }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern; a fieldset is for forms
    <div
      role="group"
      aria-roledescription={roleDescription}
      aria-label={label}
      className={styles.slide}
    >
      {children}
    </div>
  )
}

type CarouselProps = {
  /** The id of the carousel, which its controls get too. */
  id: string
  /** The accessible name of the carousel. */
  label: string
  /** Whether the section around it has the same name: two landmarks must not. */
  isNamesake: boolean
  /** The role description of the carousel, such as "carousel". */
  roleDescription: string
  /** The buttons and the position. */
  controls: ReactNode
  /** The slides. */
  children: ReactNode
}

type SlideProps = {
  /** The role description of a slide, such as "slide". */
  roleDescription: string
  label: string
  children: ReactNode
}
