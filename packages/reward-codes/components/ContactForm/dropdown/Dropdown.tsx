import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { Icon } from '../../Icon/Icon.tsx'
import styles from './Dropdown.module.css'
import { getKeyAction, type OpenDropdown, TypeAhead } from './dropdown-keys.ts'

/**
 * A select-only combobox (ARIA Authoring Practices Guide): the focus stays on the trigger, and
 * `aria-activedescendant` names the highlighted option. The placeholder is the first option, which
 * clears the selection.
 */
export function Dropdown(props: DropdownProps) {
  const { id, labelId, name, placeholder, options, value, isDisabled, onChange } = props
  const [openList, setOpenList] = useState<OpenDropdown>()
  const trigger = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typeAhead] = useState(() => new TypeAhead())
  const texts = [placeholder, ...options]
  const selectedIndex = options.indexOf(value) + 1
  const listId = `${id}-list`
  const optionId = (index: number) => `${id}-option-${index}`

  useLabelClick(labelId, trigger)
  useOutsidePress(trigger, list, openList !== undefined, () => setOpenList(undefined))
  useEffect(() => {
    if (openList) scrollToOption(list.current, openList.highlightedIndex)
  }, [openList])

  const open = (index = selectedIndex) => {
    trigger.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    setOpenList({ highlightedIndex: index, isAbove: shouldFlip(trigger.current, list.current) })
  }
  const close = () => setOpenList(undefined)
  const select = (index: number) => {
    onChange(index === 0 ? '' : (options[index - 1] ?? ''))
    close()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (isDisabled) return
    const action = getKeyAction(event, { list: openList, selectedIndex, texts, typeAhead })
    if (!action) return
    if (!action.allowDefault) event.preventDefault()
    if (action.select !== undefined) select(action.select)
    else if (action.highlight !== undefined) open(action.highlight)
    else close()
  }
  return (
    <div className={styles.dropdown}>
      <input type="hidden" name={name} value={value} />
      <div
        ref={trigger}
        id={id}
        role="combobox"
        tabIndex={0}
        className={styles.trigger}
        aria-haspopup="listbox"
        aria-expanded={openList !== undefined}
        aria-controls={listId}
        aria-activedescendant={openList && optionId(openList.highlightedIndex)}
        aria-labelledby={labelId}
        aria-disabled={isDisabled}
        aria-describedby={props['aria-describedby']}
        onClick={() => (openList || isDisabled ? close() : open())}
        onKeyDown={handleKey}
        onBlur={close}
      >
        <span className={styles.value}>{texts[selectedIndex]}</span>
        <Icon name="chevron-down" />
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-labelledby={labelId}
        className={styles.list}
        hidden={!openList}
        data-side={openList?.isAbove ? 'above' : 'below'}
        onMouseDown={(event) => event.preventDefault()}
      >
        {texts.map((text, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus and the keys belong to the trigger
          <div
            key={optionId(index)}
            id={optionId(index)}
            role="option"
            aria-selected={index === selectedIndex}
            className={styles.option}
            data-highlighted={index === openList?.highlightedIndex ? '' : undefined}
            onClick={() => select(index)}
          >
            {text}
            {index === selectedIndex && <Icon name="check" />}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Focuses the trigger on a label click: labels natively focus only form controls. */
function useLabelClick(labelId: string, trigger: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const label = document.getElementById(labelId)
    const focus = () => trigger.current?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [labelId, trigger])
}

/** Scrolls only the list, unlike `scrollIntoView`. */
function scrollToOption(list: HTMLElement | null, index: number) {
  const option = list?.children[index]
  if (!(list && option instanceof HTMLElement)) return
  const { offsetTop, offsetHeight } = option
  const minimum = offsetTop + offsetHeight - list.clientHeight
  list.scrollTop = Math.min(offsetTop, Math.max(minimum, list.scrollTop))
}

/** Whether the list flips above the trigger: it does not fit below and has more space above. */
function shouldFlip(trigger: HTMLElement | null, list: HTMLElement | null): boolean {
  if (!trigger || !list) return false
  const { top, bottom } = trigger.getBoundingClientRect()
  const above = top - (document.querySelector('header')?.offsetHeight ?? 0)
  const below = window.innerHeight - bottom
  return below < measureHeight(list) && above > below
}

/** Unhides the list to measure it, within one frame. */
function measureHeight(list: HTMLElement): number {
  const { hidden } = list
  list.hidden = false
  const { offsetHeight } = list
  list.hidden = hidden
  return offsetHeight
}

/** Closes the list: on iOS, a tap outside does not blur the trigger. */
function useOutsidePress(
  trigger: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onPress: () => void,
) {
  const handlePress = useEffectEvent(({ target }: PointerEvent) => {
    const isInside = [trigger, list].some(
      ({ current }) => target instanceof Node && current?.contains(target),
    )
    if (!isInside) onPress()
  })
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('pointerdown', handlePress)
    return () => document.removeEventListener('pointerdown', handlePress)
  }, [isOpen])
}

type DropdownProps = {
  id: string
  /** The id of the label, which names the trigger and the list. */
  labelId: string
  /** The name of the form field. */
  name: string
  placeholder: string
  options: readonly string[]
  /** Empty if nothing is selected. */
  value: string
  isDisabled: boolean
  onChange: (value: string) => void
  'aria-describedby'?: string | undefined
}
