/** How long a pause between two letters may be for them to belong together. */
const PAUSE_MS = 500

/** Collects typed letters; a pause begins anew. */
export class TypeAhead {
  #typed = ''
  #typedAt = Number.NEGATIVE_INFINITY

  /** Whether letters are being typed just now, so that a space is one of them. */
  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#typedAt < PAUSE_MS
  }

  type(letter: string, now: number): string {
    this.#typed = this.isTyping(now) ? this.#typed + letter : letter
    this.#typedAt = now
    return this.#typed
  }
}

/**
 * The option that typed letters mean, beginning at the one in hand and going round. The same
 * letter over and over goes from one option with it to the next.
 */
export function findTyped(options: readonly string[], typed: string, from: number): number {
  const isRepeated = typed.length > 1 && [...typed].every((letter) => letter === typed[0])
  const wanted = (isRepeated ? (typed[0] ?? '') : typed).toLocaleLowerCase()
  // A single letter, even the same one again, goes on; a longer word may stay where it is.
  const start = wanted.length === 1 ? from + 1 : from
  const order = options.map((_, step) => (Math.max(start, 0) + step) % options.length)
  return order.find((place) => options[place]?.toLocaleLowerCase().startsWith(wanted)) ?? -1
}
