import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type OpenDropdown, readKey } from '../behaviour/dropdown-keys.ts'
import { TypeAhead } from '../behaviour/type-ahead.ts'
import styles from './Dropdown.module.css'
import { Icon } from './Icon.tsx'

/**
 * One choice out of several, as the ARIA practices have a select-only combobox: the focus stays on
 * the header, and the option in hand is told to readers. The title is the first option, the way
 * back to choosing nothing.
 */
export function Dropdown(props: DropdownProps) {
  const { isOpenAtFirst, id, labelId, name, title, options, value, isDisabled, onChange } = props
  const [hand, setHand] = useState<OpenDropdown | undefined>(
    isOpenAtFirst ? { place: 0, isAbove: false } : undefined,
  )
  const header = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typeAhead] = useState(() => new TypeAhead())
  const texts = [title, ...options]
  const chosen = options.indexOf(value) + 1
  const listId = `${id}-list`
  const optionId = (place: number) => `${id}-option-${place}`

  useLabelClick(labelId, header)
  useOutsidePress(header, list, hand !== undefined, () => setHand(undefined))
  useEffect(() => {
    if (hand) scrollToOption(list.current, hand.place)
  }, [hand])

  const open = (place = chosen) => {
    header.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    setHand({ place, isAbove: isBetterAbove(header.current, list.current) })
  }
  const close = () => setHand(undefined)
  const choose = (place: number) => {
    onChange(place === 0 ? '' : (options[place - 1] ?? ''))
    close()
  }
  const answerKey = (event: KeyboardEvent) => {
    if (isDisabled) return
    const action = readKey(event, { hand, chosen, texts, typeAhead })
    if (!action) return
    if (!action.goesOn) event.preventDefault()
    if (action.choose !== undefined) choose(action.choose)
    else if (action.show !== undefined) open(action.show)
    else close()
  }
  return (
    <div className={styles.dropdown}>
      <input type="hidden" name={name} value={value} />
      <div
        ref={header}
        id={id}
        role="combobox"
        tabIndex={0}
        className={styles.header}
        aria-haspopup="listbox"
        aria-expanded={hand !== undefined}
        aria-controls={listId}
        aria-activedescendant={hand && optionId(hand.place)}
        aria-labelledby={labelId}
        aria-disabled={isDisabled}
        aria-describedby={props['aria-describedby']}
        onClick={() => (hand || isDisabled ? close() : open())}
        onKeyDown={answerKey}
        onBlur={close}
      >
        <span className={styles.value}>{texts[chosen]}</span>
        <Icon name="chevron-down" />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-labelledby={labelId}
        className={styles.list}
        hidden={!hand}
        data-side={hand?.isAbove ? 'above' : 'below'}
        onMouseDown={(event) => event.preventDefault()}
      >
        {texts.map((text, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys belong to the header
          <div
            key={optionId(place)}
            id={optionId(place)}
            role="option"
            aria-selected={place === chosen}
            className={styles.option}
            data-in-hand={place === hand?.place}
            onClick={() => choose(place)}
          >
            {text}
            {place === chosen && <Icon name="check" />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** A label focuses only what a browser itself calls a control. */
function useLabelClick(labelId: string, header: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const label = document.getElementById(labelId)
    const focus = () => header.current?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [labelId, header])
}

/** Scrolls the list and not the page around it. */
function scrollToOption(list: HTMLElement | null, place: number) {
  const option = list?.children[place]
  if (!(list && option instanceof HTMLElement)) return
  const { offsetTop, offsetHeight } = option
  const lowest = offsetTop + offsetHeight - list.clientHeight
  list.scrollTop = Math.min(offsetTop, Math.max(lowest, list.scrollTop))
}

/** The list stands below its header unless it has no room there and more of it above. */
function isBetterAbove(header: HTMLElement | null, list: HTMLElement | null): boolean {
  if (!header || !list) return false
  const { top, bottom } = header.getBoundingClientRect()
  const above = top - (document.querySelector('header')?.offsetHeight ?? 0)
  const below = window.innerHeight - bottom
  return below < heightOf(list) && above > below
}

/** Measured between two frames, as hidden things have no height. */
function heightOf(list: HTMLElement): number {
  const { hidden } = list
  list.hidden = false
  const { offsetHeight } = list
  list.hidden = hidden
  return offsetHeight
}

/** On iOS a press beside it takes no focus away. */
function useOutsidePress(
  header: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onPress: () => void,
) {
  const press = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = [header, list].some(
      ({ current }) => target instanceof Node && current?.contains(target),
    )
    if (!isInside) onPress()
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])
}

export type DropdownProps = {
  id: string
  /** The label above, which names both the header and the list. */
  labelId: string
  /** The name under which the choice travels with the form. */
  name: string
  title: string
  options: readonly string[]
  /** Empty while nothing is chosen. */
  value: string
  isDisabled: boolean
  /** Stands open from the start, as on the specimen page. */
  isOpenAtFirst?: boolean
  onChange: (value: string) => void
  'aria-describedby'?: string | undefined
}
