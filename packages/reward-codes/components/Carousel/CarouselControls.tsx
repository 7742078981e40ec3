import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../Button/Button.tsx'
import { island } from '../island/island.tsx'
import styles from './Carousel.module.css'
import { lastIndex, useCarousel } from './use-carousel.ts'

/** The buttons and the position of a carousel, whose slides are static markup. */
function CarouselControls({ strings, carouselId, count }: CarouselControlsProps) {
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { index, visibleCount, hasMoved, moveTo } = useCarousel(carouselId, count)
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
    <div className={styles.controls} data-js-only="" data-no-print="">
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

export default island('carousel', CarouselControls)

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
  /** The id of the carousel. */
  carouselId: string
  /** How many slides there are. */
  count: number
}
