/** Stands around styles that the first paint does not need. */
const LAYER = 'late'

export function asLate(css: string): string {
  return `@layer ${LAYER} {\n${css}\n}`
}

const MARKED = `@layer ${LAYER}{`

/**
 * Rules that wait in every style sheet: those for paper, for forced colours, for a pointer, for screens with more
 * colours than sRGB, and for what a visitor has opened.
 */
const WAITS =
  /^@media (?:print|\(forced-colors:active\)|\(hover:hover\)[^{]*)\{|^@supports \(color:oklch|^[^@{]*(?::popover-open|\[data-open\])/

/** Separates the compiled styles that the first paint needs from the others, each in their order. */
export function splitStyles(css: string): { early: string; late: string } {
  let early = ''
  let late = ''
  for (const rule of rulesOf(css)) {
    if (rule.startsWith(MARKED)) late += rule.slice(MARKED.length, -1)
    else if (WAITS.test(rule)) late += rule
    else early += rule
  }
  return { early, late }
}

/** A brace in a string ends no block. */
const STRING_OR_END = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g

/** The rules of compiled styles, each with its whole block. */
function rulesOf(css: string): string[] {
  const rules: string[] = []
  let start = 0
  let depth = 0
  for (const { index, 0: end } of css.matchAll(STRING_OR_END)) {
    if (end === '{') depth++
    else if (end === '}') depth--
    if (depth > 0 || !'};'.includes(end)) continue
    rules.push(css.slice(start, index + 1).trimStart())
    start = index + 1
  }
  return [...rules, css.slice(start)]
}
