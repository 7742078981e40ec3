import { findTyped, type TypeAhead } from './type-ahead.ts'

const PAGE = 10

/** An open list: the option in hand, and on which side of its header it stands. */
export type OpenDropdown = { place: number; isAbove: boolean }

/** What a key asks for; one that `goesOn` does its usual work as well. */
export type KeyAction = {
  choose?: number
  show?: number
  close?: true
  goesOn?: true
}

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; timeStamp: number }

type Dropdown = {
  hand: { place: number } | undefined
  chosen: number
  texts: readonly string[]
  typeAhead: TypeAhead
}

/** The keys of a select-only combobox, after the ARIA practices. */
export function readKey(event: Key, dropdown: Dropdown): KeyAction | undefined {
  const { key, altKey, ctrlKey, metaKey, timeStamp } = event
  const { hand, chosen, texts, typeAhead } = dropdown
  if (ctrlKey || metaKey) return undefined
  const isSpaceTyped = key === ' ' && typeAhead.isTyping(timeStamp)
  if (isSpaceTyped || (key.length === 1 && key !== ' ' && !altKey)) {
    const from = hand?.place ?? chosen
    const found = findTyped(texts, typeAhead.type(key, timeStamp), from)
    return { show: found < 0 ? from : found }
  }
  return hand
    ? readOpenKey(key, altKey, hand.place, texts.length - 1)
    : readClosedKey(key, dropdown)
}

function readClosedKey(key: string, { chosen, texts }: Dropdown): KeyAction | undefined {
  switch (key) {
    case 'Enter':
    case ' ':
    case 'ArrowDown':
    case 'ArrowUp':
      return { show: chosen }
    case 'Home':
      return { show: 0 }
    case 'End':
      return { show: texts.length - 1 }
  }
  return undefined
}

function readOpenKey(
  key: string,
  altKey: boolean,
  place: number,
  last: number,
): KeyAction | undefined {
  const show = (to: number) => ({ show: Math.max(0, Math.min(to, last)) })
  switch (key) {
    case 'Enter':
    case ' ':
      return { choose: place }
    case 'Tab':
      return { choose: place, goesOn: true }
    case 'Escape':
      return { close: true }
    case 'ArrowDown':
      return altKey ? show(place) : show(place + 1)
    case 'ArrowUp':
      return altKey ? { choose: place } : show(place - 1)
    case 'Home':
      return show(0)
    case 'End':
      return show(last)
    case 'PageDown':
      return show(place + PAGE)
    case 'PageUp':
      return show(place - PAGE)
  }
  return undefined
}
