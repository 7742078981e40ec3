import { Help } from 'commander'

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const help = new Help()
/** Below it, wrapping would leave a word a line. */
help.minWidthToWrap = 20

/** Clips a text to a number of characters, with an ellipsis. */
export function clip(text: string, width: number): string {
  const characters = [...GRAPHEMES.segment(text)]
  if (characters.length <= width) return text
  const head = characters.slice(0, width - 1).map(({ segment }) => segment)
  return `${head.join('').trimEnd()}…`
}

/** Wraps a text between words. */
export function wrap(text: string, width: number): string[] {
  return help.boxWrap(text, width).split('\n')
}
