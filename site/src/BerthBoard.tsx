import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import {
  BERTHS,
  conflictOf,
  DAYS,
  nextBooking,
  placeOf,
  STAYS,
  type Stay,
  TODAY,
} from './berths.ts'

const HINT = 'Drag a boat, or use the arrow keys.'
/** Berths and days by which a key moves a boat. */
const STEPS: Record<string, [berths: number, days: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

type Board = {
  stays: Stay[]
  message: string
  isRefused?: boolean
  /** The boat that the next press on a free place moves. */
  selected?: Stay | undefined
  /** The boat that gets the focus again, because it is in another row now. */
  moved?: string
}

/** The berths of a week, to touch: boats are moved by pointer and by keyboard, and never onto another one. */
export default function BerthBoard() {
  const [{ stays, message, isRefused, selected, moved }, setBoard] = useState<Board>({
    stays: STAYS,
    message: HINT,
  })
  /** Counts the messages: a message that is repeated is announced again. */
  const [turn, setTurn] = useState(0)
  const show = (board: Omit<Board, 'stays'> & Partial<Board>) => {
    setBoard({ stays, ...board })
    setTurn(turn + 1)
  }

  function move(stay: Stay) {
    const conflict = conflictOf(stay, stays)
    if (conflict) {
      return show({ message: `${stay.boat} stays: ${conflict}.`, isRefused: true, selected })
    }
    show({
      stays: stays.map((other) => (other.boat === stay.boat ? stay : other)),
      message: `${stay.boat} has ${placeOf(stay)}.`,
      moved: stay.boat,
    })
  }

  function book() {
    const stay = nextBooking(stays)
    if (!stay) return show({ message: 'No berth is free for two nights.', isRefused: true })
    const message = `New booking: ${stay.boat} has ${placeOf(stay)}.`
    show({ stays: [...stays, stay], message, selected: stay })
  }

  function select(stay: Stay) {
    if (selected?.boat === stay.boat) return show({ message: HINT })
    show({ message: `${stay.boat} has ${placeOf(stay)}. Press a free place.`, selected: stay })
  }

  /** The stays of a berth, and its free days. */
  function cellsOf(berth: number) {
    const inBerth = stays.filter((stay) => stay.berth === berth)
    return DAYS.map((name, day) => {
      const stay = inBerth.find((other) => other.day <= day && day < other.day + other.days)
      if (!stay) {
        return (
          <td key={name}>
            {selected && (
              <button
                type="button"
                aria-label={`${BERTHS[berth]}, ${name}`}
                onClick={() =>
                  move({ ...selected, berth, day: Math.min(day, DAYS.length - selected.days) })
                }
              >
                +
              </button>
            )}
          </td>
        )
      }
      if (stay.day < day) return null
      return (
        <td key={stay.boat} colSpan={stay.days}>
          <Boat
            stay={stay}
            stays={stays}
            isSelected={selected?.boat === stay.boat}
            hasFocus={moved === stay.boat}
            onMove={move}
            onSelect={select}
          />
        </td>
      )
    })
  }

  // suppressHydrationWarning: the page may be translated before the first touch.
  return (
    // Enabled by `client:touch`: without scripts, the board stands still.
    <fieldset
      className="berths"
      aria-label="Berth board"
      disabled={typeof document === 'undefined'}
      suppressHydrationWarning
    >
      <button
        type="button"
        data-js-only=""
        data-no-print=""
        suppressHydrationWarning
        onClick={book}
      >
        New booking
      </button>
      <strong suppressHydrationWarning>13 – 19 July</strong>
      <output data-js-only="" data-no-print="">
        <span key={turn} data-refused={isRefused} suppressHydrationWarning>
          {message}
        </span>
      </output>
      <table>
        <thead>
          <tr>
            <th suppressHydrationWarning>Berth</th>
            {DAYS.map((name, day) => (
              <th
                key={name}
                aria-current={day === TODAY ? 'date' : undefined}
                suppressHydrationWarning
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {BERTHS.map((name, berth) => (
            <tr key={name}>
              <th scope="row" suppressHydrationWarning>
                {name}
              </th>
              {cellsOf(berth)}
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

/** A boat, which follows the pointer from place to place. */
function Boat({ stay, stays, isSelected, hasFocus, onMove, onSelect }: BoatProps) {
  /** Where the press has begun, the place that the pointer has reached, and whether it has left its own. */
  const drag = useRef({ x: 0, y: 0, target: stay, hasMoved: false })

  function start(event: PointerEvent<HTMLButtonElement>) {
    drag.current = { x: event.clientX, y: event.clientY, target: stay, hasMoved: false }
    try {
      event.currentTarget.setPointerCapture(event.pointerId)
    } catch {
      // The press has ended while the board was loading.
    }
  }

  function follow(event: PointerEvent<HTMLButtonElement>) {
    const boat = event.currentTarget
    if (!boat.hasPointerCapture(event.pointerId)) return
    const { offsetWidth, offsetHeight } = boat.parentElement ?? boat
    const width = (offsetWidth / stay.days) * directionOf(boat)
    const { x, y } = drag.current
    const day = clamp(stay.day + Math.round((event.clientX - x) / width), DAYS.length - stay.days)
    const berth = clamp(
      stay.berth + Math.round((event.clientY - y) / offsetHeight),
      BERTHS.length - 1,
    )
    const target = { ...stay, day, berth }
    drag.current.target = target
    drag.current.hasMoved ||= isElsewhere(target)
    boat.style.translate = `${(day - stay.day) * width}px ${(berth - stay.berth) * offsetHeight}px`
    boat.toggleAttribute('data-refused', conflictOf(target, stays) !== undefined)
  }

  function drop(event: PointerEvent<HTMLButtonElement>) {
    const { target } = drag.current
    event.currentTarget.style.translate = ''
    event.currentTarget.removeAttribute('data-refused')
    if (event.type === 'pointerup' && isElsewhere(target)) onMove(target)
  }

  function step(event: KeyboardEvent<HTMLButtonElement>) {
    const [berths, days] = STEPS[event.key] ?? []
    if (berths === undefined || days === undefined) return
    event.preventDefault()
    const day = stay.day + days * directionOf(event.currentTarget)
    onMove({ ...stay, berth: stay.berth + berths, day })
  }

  const isElsewhere = (target: Stay) => target.berth !== stay.berth || target.day !== stay.day
  return (
    <button
      ref={hasFocus ? focus : undefined}
      type="button"
      aria-pressed={isSelected}
      suppressHydrationWarning
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={drop}
      // The click at the end of a drag selects nothing. A key has no pointer, and no detail.
      onClick={({ detail }) => (detail && drag.current.hasMoved) || onSelect(stay)}
      onKeyDown={step}
    >
      {stay.boat}
    </button>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

const clamp = (value: number, last: number) => Math.max(0, Math.min(value, last))

/** 1 where days go from left to right, else -1. */
function directionOf(element: Element): number {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}

type BoatProps = {
  stay: Stay
  stays: Stay[]
  isSelected: boolean
  hasFocus: boolean
  onMove: (stay: Stay) => void
  onSelect: (stay: Stay) => void
}
