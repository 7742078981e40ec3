import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  BERTHS,
  conflictOf,
  DAYS,
  LENGTHS,
  nextBoat,
  nextBooking,
  nightsOf,
  placeOf,
  STAYS,
  type State,
  type Stay,
  stateOf,
  TODAY,
  takenNights,
} from './berths.ts'

const HINT = 'Drag a boat, or choose one and then a free place.'
const NIGHTS = BERTHS.length * DAYS.length
const LEGEND: Record<State, string> = {
  booked: 'Booked',
  arrives: 'Arrives today',
  left: 'Has left',
}
/** Berths and days by which a key moves the selected boat, or else the focus. */
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
  /** The boat that the arrow keys move, and the next press on a free place. */
  selected?: Stay | undefined
  /** The boat that was touched last: the Tab key reaches it, and the panel shows it. */
  touched?: string | undefined
}

/** The berths of a week, to touch: boats are moved by pointer and by keyboard, and never onto another one. */
export default function BerthBoard() {
  const [{ stays, message, isRefused, selected, touched }, setBoard] = useState<Board>({
    stays: STAYS,
    message: HINT,
  })
  /** Counts the messages: a message that is repeated is announced again. */
  const [turn, setTurn] = useState(0)
  const show = (board: Omit<Board, 'stays'> & Partial<Board>) => {
    setBoard({ stays, touched, ...board })
    setTurn(turn + 1)
  }

  const setTouched = (boat: string) => setBoard((board) => ({ ...board, touched: boat }))

  const table = useRef<HTMLTableElement>(null)
  /** Changes the board. The focus follows to the boat that the Tab key reaches, unless it has left the board. */
  function withFocus(change: () => void) {
    const hasFocus = table.current?.contains(document.activeElement)
    flushSync(change)
    if (hasFocus) table.current?.querySelector<HTMLElement>('button:not([tabindex])')?.focus()
  }

  function move(stay: Stay) {
    const conflict = conflictOf(stay, stays)
    if (conflict) {
      return show({
        message: `${stay.boat} stays: ${conflict}.`,
        isRefused: true,
        selected,
        touched: stay.boat,
      })
    }
    withFocus(() =>
      show({
        stays: stays.map((other) => (other.boat === stay.boat ? stay : other)),
        message: `${stay.boat} has ${placeOf(stay)}.`,
        selected: selected?.boat === stay.boat ? stay : undefined,
        touched: stay.boat,
      }),
    )
  }

  /** Moves the boat if it is selected, and else the focus to the next boat in that direction. */
  function step(stay: Stay, [berths, days]: [berths: number, days: number]) {
    if (selected?.boat === stay.boat) {
      return move({ ...stay, berth: stay.berth + berths, day: stay.day + days })
    }
    const next = nextBoat(stay, stays, berths, days)
    if (next) withFocus(() => setTouched(next.boat))
  }

  function book() {
    const stay = nextBooking(stays)
    if (!stay) return show({ message: 'No berth is free for two nights.', isRefused: true })
    const message = `New booking: ${stay.boat} has ${placeOf(stay)}.`
    show({ stays: [...stays, stay], message, selected: stay, touched: stay.boat })
  }

  function select(stay: Stay) {
    const touched = stay.boat
    if (selected?.boat === touched) return show({ message: HINT, touched })
    show({
      message: `${touched} has ${placeOf(stay)}. Press a free place or an arrow key.`,
      selected: stay,
      touched,
    })
  }

  const shown = stays.find(({ boat }) => boat === touched) ?? stays[0]

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
                tabIndex={-1}
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
            isTabStop={shown === stay}
            onFocus={() => setTouched(stay.boat)}
            onMove={move}
            onStep={step}
            onSelect={select}
          />
        </td>
      )
    })
  }

  // suppressHydrationWarning: the page may be translated before it is hydrated.
  return (
    <fieldset className="berths" aria-label="Berth board">
      <div data-bar="">
        <svg viewBox="0 0 32 40" aria-hidden="true">
          <circle cx="16" cy="5" r="4" />
          <path d="M16 9v28M4 24c0 8 5 13 12 13s12-5 12-13M9 15h14" />
        </svg>
        <b suppressHydrationWarning>Harbour Bookings</b>
        <span suppressHydrationWarning>Desk, Gdynia</span>
      </div>
      <div data-head="">
        <strong suppressHydrationWarning>13 – 19 July</strong>
        <span suppressHydrationWarning>{`${takenNights(stays)} of ${NIGHTS} nights taken`}</span>
        <button
          type="button"
          data-js-only=""
          data-no-print=""
          suppressHydrationWarning
          onClick={book}
        >
          New booking
        </button>
        <svg viewBox={`0 0 ${NIGHTS} 1`} preserveAspectRatio="none" aria-hidden="true">
          <rect width={takenNights(stays)} height="1" />
        </svg>
      </div>
      <output data-js-only="" data-no-print="">
        <span key={turn} data-refused={isRefused} suppressHydrationWarning>
          {message}
        </span>
      </output>
      <table ref={table}>
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
                {name} <small>{LENGTHS[berth]}</small>
              </th>
              {cellsOf(berth)}
            </tr>
          ))}
        </tbody>
      </table>
      <ul data-legend="">
        {Object.entries(LEGEND).map(([state, text]) => (
          <li key={state} data-state={state} suppressHydrationWarning>
            {text}
          </li>
        ))}
      </ul>
      {shown && <Panel {...shown} />}
    </fieldset>
  )
}

/** What the desk knows of a boat. */
function Panel(stay: Stay) {
  const facts = { Berth: `${BERTHS[stay.berth]}, ${LENGTHS[stay.berth]}`, Nights: nightsOf(stay) }
  return (
    <div data-panel="" data-state={stateOf(stay)}>
      <strong suppressHydrationWarning>{stay.boat}</strong>
      <span suppressHydrationWarning>{LEGEND[stateOf(stay)]}</span>
      <dl>
        {Object.entries(facts).map(([name, fact]) => (
          <div key={name}>
            <dt suppressHydrationWarning>{name}</dt>
            <dd suppressHydrationWarning>{fact}</dd>
          </div>
        ))}
      </dl>
      <q suppressHydrationWarning>{stay.says}</q>
    </div>
  )
}

/** A boat, which follows the pointer from place to place. */
function Boat({
  stay,
  stays,
  isSelected,
  isTabStop,
  onFocus,
  onMove,
  onStep,
  onSelect,
}: BoatProps) {
  /** Where the press has begun, the place that the pointer has reached, and whether it has left its own. */
  const drag = useRef({ x: 0, y: 0, target: stay, hasMoved: false })

  function start(event: PointerEvent<HTMLButtonElement>) {
    drag.current = { x: event.clientX, y: event.clientY, target: stay, hasMoved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
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
    onStep(stay, [berths, days * directionOf(event.currentTarget)])
  }

  const isElsewhere = (target: Stay) => target.berth !== stay.berth || target.day !== stay.day
  return (
    <button
      type="button"
      tabIndex={isTabStop ? undefined : -1}
      aria-pressed={isSelected}
      aria-description={LEGEND[stateOf(stay)]}
      data-state={stateOf(stay)}
      suppressHydrationWarning
      onFocus={onFocus}
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={drop}
      onPointerCancel={drop}
      // The click at the end of a drag selects nothing. A key has no pointer, and no detail.
      onClick={({ detail }) => (detail && drag.current.hasMoved) || onSelect(stay)}
      onKeyDown={step}
    >
      <span suppressHydrationWarning>{stay.boat}</span>
    </button>
  )
}

const clamp = (value: number, last: number) => Math.max(0, Math.min(value, last))

/** 1 where days go from left to right, else -1. */
function directionOf(element: Element): number {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}

type BoatProps = {
  stay: Stay
  stays: Stay[]
  isSelected: boolean
  isTabStop: boolean
  onFocus: () => void
  onMove: (stay: Stay) => void
  onStep: (stay: Stay, step: [berths: number, days: number]) => void
  onSelect: (stay: Stay) => void
}
