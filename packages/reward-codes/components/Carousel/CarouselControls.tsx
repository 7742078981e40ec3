import { IconButton } from '../Button/Button.tsx'
import { island } from '../island/island.tsx'
import styles from './Carousel.module.css'
import { lastIndex, useCarousel } from './use-carousel.ts'

/** The buttons and the position of a carousel, whose slides are static markup. */
function CarouselControls({ strings, carouselId, count }: CarouselControlsProps) {
  const { index, visibleCount, hasMoved, moveTo } = useCarousel(carouselId, count)
  const last = lastIndex(count, visibleCount ?? count)
  const position = describePosition(strings, index, visibleCount ?? count, count)
  const isFirst = index === 0
  const isLast = visibleCount !== undefined && index >= last

  return (
    <>
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
      {/* aria-disabled: a disabled button would lose the focus at the end. */}
      <IconButton
        icon="arrow-left"
        label={strings.previous}
        data-framed=""
        aria-disabled={isFirst}
        onClick={() => isFirst || moveTo(index - 1)}
      />
      <IconButton
        icon="arrow-right"
        label={strings.next}
        data-framed=""
        aria-disabled={isLast}
        onClick={() => isLast || moveTo(index + 1)}
      />
    </>
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
