import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { lastIndex } from '../behaviour/carousel.ts'
import { useCarousel } from '../behaviour/use-carousel.ts'
import { useStill } from '../behaviour/use-still.ts'
import styles from './Carousel.module.css'
import { IconButton } from './IconButton.tsx'

/**
 * A row that scrolls by itself (swipe, wheel, no scripts at all); the buttons and the arrow keys
 * move it by one. Slides out of view cannot be reached with the Tab key.
 */
export function Carousel({ label, kind, words, count, children }: CarouselProps) {
  const { row, index, shown, isMoved, moveTo, takeOver, settle } = useCarousel(count)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const last = lastIndex(count, shown ?? count)
  const position = describePosition(words, index, shown ?? count, count)

  const move = (step: number) => moveTo(index + step)
  const moveByButton = (step: number) => {
    // At once, because the other button must be on before it can take the focus from the one
    // that is switched off, which would keep the focus and answer nothing.
    flushSync(() => move(step))
    if (step < 0 && index + step <= 0) next.current?.focus()
    if (step > 0 && index + step >= last) previous.current?.focus()
  }
  const moveByKey = (event: KeyboardEvent) => {
    // With a modifier the arrows belong to the browser, which goes back and forward by them.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowRight') move(1)
    else return
    event.preventDefault()
  }
  return (
    <section aria-roledescription={kind} aria-label={label} onKeyDown={moveByKey}>
      <div className={styles.controls} data-needs-script="" data-screen-only="">
        <IconButton
          ref={previous}
          icon="arrow-left"
          label={words.previous}
          disabled={index === 0}
          onClick={() => moveByButton(-1)}
        />
        <IconButton
          ref={next}
          icon="arrow-right"
          label={words.next}
          disabled={shown !== undefined && index >= last}
          onClick={() => moveByButton(1)}
        />
        <span className={styles.position} data-known={shown !== undefined} aria-hidden="true">
          {position}
        </span>
        <span role="status" data-hidden-text="">
          {isMoved && position}
        </span>
      </div>
      <div
        ref={row}
        className={styles.slides}
        onScroll={settle}
        onWheel={takeOver}
        onTouchStart={takeOver}
        onPointerDown={takeOver}
        {...useStill('gallery slides', children)}
      />
    </section>
  )
}

/** One place in the row. */
export function Slide({ kind, label, children }: SlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group in the carousel pattern; a fieldset is for forms
    <div role="group" aria-roledescription={kind} aria-label={label} className={styles.slide}>
      {children}
    </div>
  )
}

function describePosition(words: CarouselWords, index: number, shown: number, count: number) {
  const last = Math.min(index + shown, count)
  return (last > index + 1 ? words.several : words.one)
    .replace('{first}', String(index + 1))
    .replace('{last}', String(last))
    .replace('{count}', String(count))
}

type CarouselWords = { previous: string; next: string; one: string; several: string }

export type CarouselProps = {
  label: string
  /** What readers call the whole, such as "carousel". */
  kind: string
  words: CarouselWords
  /** How many slides there are. */
  count: number
  /** The slides, which stand still once they are drawn. */
  children: ReactNode
}

export type SlideProps = {
  /** What readers call one slide, such as "slide". */
  kind: string
  label: string
  children: ReactNode
}
