import { Help } from 'commander'

const help = new Help()
/** Below it, wrapping would leave a word a line. */
help.minWidthToWrap = 20

/** Wraps a text between words. */
export function wrap(text: string, width: number): string[] {
  return help.boxWrap(text, width).split('\n')
}
