import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lastIndex, useCarousel } from '../hooks/use-carousel.ts'
import type { FilterChoice } from '../project-filter.ts'
import { IconButton } from './Button.tsx'
import styles from './Carousel.module.css'

/** The controls of the projects: of the carousel around them, or of the grid after them. */
export function CarouselControls({ isGrid, ...props }: CarouselControlsProps) {
  return isGrid ? <GridFilter {...props} /> : <Controls {...props} />
}

/** The buttons and the position of the carousel around it, whose slides are static markup. */
function Controls({ strings, count: total, filter }: CarouselControlsProps) {
  const controls = useRef<HTMLDivElement>(null)
  const previous = useRef<HTMLButtonElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const [choice, setChoice] = useState<FilterChoice>()
  const count = choice?.slides.length ?? total
  const { index, visibleCount, hasMoved, viewport, moveTo } = useCarousel(controls, count)
  const last = lastIndex(count, visibleCount ?? count)
  const position = describePosition(strings, index, visibleCount ?? count, count)

  const moveByButton = (step: number) => {
    // Synchronously, because the other button must be enabled before it can take the focus. The
    // disabled button would keep the focus and ignore keys.
    flushSync(() => moveTo(index + step))
    if (step < 0 && index + step <= 0) next.current?.focus()
    if (step > 0 && index + step >= last) previous.current?.focus()
  }
  const select = (selected: FilterChoice | undefined) => {
    showOnly(viewport.current, selected)
    setChoice(selected)
    moveTo(0, 'instant')
  }
  return (
    <>
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
          {hasMoved && (choice ? `${choice.name}: ${position}` : position)}
        </span>
      </div>
      {filter && <Filter {...filter} selected={choice} onSelect={select} />}
    </>
  )
}

/** The filter of a grid of projects, which is the element after the island. */
function GridFilter({ filter, count }: CarouselControlsProps) {
  const root = useRef<HTMLDivElement>(null)
  const [choice, setChoice] = useState<FilterChoice>()
  const [hasChosen, setHasChosen] = useState(false)
  if (!filter) return null
  const select = (selected: FilterChoice | undefined) => {
    showOnly(root.current?.closest('[data-island]')?.nextElementSibling, selected)
    setChoice(selected)
    setHasChosen(true)
  }
  return (
    <div ref={root}>
      <Filter {...filter} selected={choice} onSelect={select} />
      <span aria-live="polite" aria-atomic="true" data-visually-hidden="">
        {hasChosen && `${choice?.name ?? filter.all}: ${choice?.slides.length ?? count}`}
      </span>
    </div>
  )
}

/** Toggle buttons, of which one is pressed. */
function Filter({ label, all, choices, selected, onSelect }: FilterProps) {
  return (
    <fieldset aria-label={label} className={styles.filter} data-js-only="" data-no-print="">
      {[undefined, ...choices].map((choice) => (
        <button
          key={choice?.name ?? ''}
          type="button"
          className={styles.choice}
          aria-pressed={choice === selected}
          onClick={() => onSelect(choice)}
        >
          {choice?.name ?? all}
        </button>
      ))}
    </fieldset>
  )
}

/** Hides all projects that the choice does not have. They are static markup. */
function showOnly(list: Element | null | undefined, choice: FilterChoice | undefined) {
  for (const [index, item] of [...(list?.children ?? [])].entries()) {
    item.toggleAttribute('hidden', choice?.slides.includes(index) === false)
  }
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

type FilterTexts = { label: string; all: string; choices: FilterChoice[] }

type FilterProps = FilterTexts & {
  selected: FilterChoice | undefined
  onSelect: (choice: FilterChoice | undefined) => void
}

type CarouselControlsProps = {
  strings: CarouselStrings
  /** How many slides there are. */
  count: number
  filter?: FilterTexts
  /** Whether the projects are a grid, which only the filter controls. */
  isGrid?: boolean
}
