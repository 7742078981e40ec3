import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { lastIndex, useCarousel } from '../hooks/use-carousel.ts'
import { IconButton } from './Button.tsx'
import styles from './Carousel.module.css'

/** The buttons and the position of the carousel around it, whose slides are static markup. */
export function CarouselControls({ strings, count }: CarouselControlsProps) {
  const controls = useRef<HTMLDivElement>(null)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { index, visibleCount, hasMoved, moveTo } = useCarousel(controls, count)
  const last = lastIndex(count, visibleCount ?? count)
  const position = describePosition(strings, index, visibleCount ?? count, count)

  const moveByButton = (step: number) => {
    // Synchronously, because the other button must be enabled before it can take the focus. The
    // disabled button would keep the focus and ignore keys.
    flushSync(() => moveTo(index + step))
    if (step < 0 && index + step <= 0) next.current?.focus()
    if (step > 0 && index + step >= last) previous.current?.focus()
  }
  return (
    <div ref={controls} className={styles.controls} data-js-only="" data-no-print="">
      <IconButton
        ref={previous}
        icon="arrow-left"
        label={strings.previous}
        disabled={index === 0}
        autoComplete="off"
        onClick={() => moveByButton(-1)}
      />
      <IconButton
        ref={next}
        icon="arrow-right"
        label={strings.next}
        disabled={visibleCount !== undefined && index >= last}
        autoComplete="off"
        onClick={() => moveByButton(1)}
      />
      {/* Screen readers read this until the gallery has moved, then the live region below. */}
      <span
        className={styles.position}
        dir="auto"
        data-ready={visibleCount === undefined ? undefined : ''}
        aria-hidden={hasMoved}
      >
        {position}
      </span>
      <span aria-live="polite" aria-atomic="true" data-visually-hidden="">
        {hasMoved && position}
      </span>
    </div>
  )
}

function describePosition(
  strings: CarouselStrings,
  index: number,
  visibleCount: number,
  count: number,
) {
  const last = Math.min(index + visibleCount, count)
  return (last > index + 1 ? strings.slideRange : strings.slidePosition)
    .replace('{first}', String(index + 1))
    .replace('{last}', String(last))
    .replace('{count}', String(count))
}

type CarouselStrings = { previous: string; next: string; slidePosition: string; slideRange: string }

type CarouselControlsProps = {
  strings: CarouselStrings
  /** How many slides there are. */
  count: number
}
