/** Stands around styles that the first paint does not need. */
const LAYER = 'late'

export function asLate(css: string): string {
  return `@layer ${LAYER} {\n${css}\n}`
}

/** Separates the compiled styles that the first paint needs from the others, each in their order. */
export function splitStyles(css: string): { early: string; late: string } {
  const [first = '', ...parts] = css.split(`@layer ${LAYER}{`)
  let early = first
  let late = ''
  for (const part of parts) {
    const end = endOfBlock(part)
    late += part.slice(0, end)
    early += part.slice(end + 1)
  }
  return { early, late }
}

/** A brace in a string ends no block. */
const STRING_OR_BRACE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g

/** The position of the brace that ends a block whose opening brace comes before the text. */
function endOfBlock(css: string): number {
  let depth = 1
  for (const { index, 0: brace } of css.matchAll(STRING_OR_BRACE)) {
    if (brace === '{') depth++
    else if (brace === '}' && --depth === 0) return index
  }
  throw new Error('A block of the styles has no end.')
}
