const PAGE_SIZE = 10
/** A longer pause between two letters starts a new text. */
const PAUSE_MS = 500

/** State of an open list: the highlighted option, and whether the list is above the trigger. */
export type OpenDropdown = { highlightedIndex: number; isAbove: boolean }

/** What a key does. `allowDefault` keeps the default action of the browser. */
type KeyAction = {
  select?: number
  highlight?: number
  close?: true
  allowDefault?: true
}

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; timeStamp: number }

type Dropdown = {
  list: { highlightedIndex: number } | undefined
  selectedIndex: number
  texts: readonly string[]
  typeAhead: TypeAhead
}

/** Keyboard interaction of a select-only combobox (ARIA Authoring Practices Guide). */
export function getKeyAction(event: Key, dropdown: Dropdown): KeyAction | undefined {
  const { key, altKey, ctrlKey, metaKey, timeStamp } = event
  const { list, selectedIndex, texts, typeAhead } = dropdown
  if (ctrlKey || metaKey) return undefined
  const isSpaceTyped = key === ' ' && typeAhead.isTyping(timeStamp)
  if (isSpaceTyped || (key.length === 1 && key !== ' ' && !altKey)) {
    const from = list?.highlightedIndex ?? selectedIndex
    const found = findMatch(texts, typeAhead.push(key, timeStamp), from)
    return { highlight: found < 0 ? from : found }
  }
  return list
    ? getOpenAction(key, altKey, list.highlightedIndex, texts.length - 1)
    : getClosedAction(key, dropdown)
}

function getClosedAction(key: string, { selectedIndex, texts }: Dropdown): KeyAction | undefined {
  switch (key) {
    case 'Enter':
    case ' ':
    case 'ArrowDown':
    case 'ArrowUp':
      return { highlight: selectedIndex }
    case 'Home':
      return { highlight: 0 }
    case 'End':
      return { highlight: texts.length - 1 }
  }
  return undefined
}

function getOpenAction(
  key: string,
  altKey: boolean,
  index: number,
  last: number,
): KeyAction | undefined {
  const highlight = (to: number) => ({ highlight: Math.max(0, Math.min(to, last)) })
  switch (key) {
    case 'Enter':
    case ' ':
      return { select: index }
    case 'Tab':
      return { select: index, allowDefault: true }
    case 'Escape':
      return { close: true }
    case 'ArrowDown':
      return altKey ? highlight(index) : highlight(index + 1)
    case 'ArrowUp':
      return altKey ? { select: index } : highlight(index - 1)
    case 'Home':
      return highlight(0)
    case 'End':
      return highlight(last)
    case 'PageDown':
      return highlight(index + PAGE_SIZE)
    case 'PageUp':
      return highlight(index - PAGE_SIZE)
  }
  return undefined
}

/** Collects typed letters into a search text. */
export class TypeAhead {
  #typed = ''
  #typedAt = Number.NEGATIVE_INFINITY

  /** Whether a text is being typed, in which case a space belongs to it. */
  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#typedAt < PAUSE_MS
  }

  push(letter: string, now: number): string {
    this.#typed = this.isTyping(now) ? this.#typed + letter : letter
    this.#typedAt = now
    return this.#typed
  }
}

/**
 * Returns the index of the option that matches the typed text, searching from `from` and wrapping
 * around. A repeated letter cycles through the options that start with it. Returns -1 if none does.
 */
export function findMatch(options: readonly string[], typed: string, from: number): number {
  const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0])
  const query = (isRepeated ? (typed[0] ?? '') : typed).toLocaleLowerCase()
  // A single or repeated letter searches after `from`. A longer text may match `from` itself.
  const start = query.length === 1 ? from + 1 : from
  const order = options.map((_, step) => (Math.max(start, 0) + step) % options.length)
  return order.find((index) => options[index]?.toLocaleLowerCase().startsWith(query)) ?? -1
}
