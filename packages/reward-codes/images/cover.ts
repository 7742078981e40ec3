/**
 * Covers: a drawn composition for a project without an image. The title decides which of the
 * patterns it gets and how the pattern falls; the hue of the page decides the colours. A cover has no
 * letters, because its title stands beside it. It is one SVG file for both themes: a browser matches
 * `prefers-color-scheme` in an SVG image against the colour scheme of the element
 * that shows it.
 */

export type CoverOptions = {
  title: string
  width: number
  height: number
  style: CoverStyle
}

/** Indexes into the patterns and the palettes. */
export type CoverStyle = { pattern: number; palette: number }

/** The colours of one theme, as #rrggbb. `spark` is the one exception in a composition. */
export type CoverColors = Record<'ground' | 'tint' | 'shape' | 'spark', string>
export type CoverPalette = { light: CoverColors; dark: CoverColors }

/** A composition of few large shapes, which fills the cover. */
type Pattern = (canvas: Canvas) => string

/** The space that a pattern fills. Lengths are multiples of `unit`, usually a 16th of the width. */
type Canvas = { width: number; height: number; unit: number; random: () => number }

const COLUMNS = 16
const WIDTH = 1000

const PATTERNS: Pattern[] = [
  drawTimetable,
  drawArcs,
  drawTiles,
  drawWaves,
  drawSkyline,
  drawFields,
  drawDots,
  drawStripes,
  drawSteps,
]

/**
 * Chooses a style for each title of a gallery, in order. Neighbours differ in colour, and a pattern
 * comes again only after all others.
 */
export function chooseStyles(titles: Iterable<string>): Map<string, CoverStyle> {
  const styles = new Map<string, CoverStyle>()
  const used = new Set<number>()
  for (const title of new Set(titles)) {
    if (used.size === PATTERNS.length) used.clear()
    let { pattern } = styleOf(title)
    while (used.has(pattern)) pattern = (pattern + 1) % PATTERNS.length
    used.add(pattern)
    styles.set(title, { pattern, palette: styles.size })
  }
  return styles
}

/** The style of a single title, which has no neighbours. */
export function styleOf(title: string): CoverStyle {
  return { pattern: hash(title) % PATTERNS.length, palette: 0 }
}

/** Draws a cover as SVG. */
export function drawCover(
  { title, style, ...size }: CoverOptions,
  palettes: CoverPalette[],
): string {
  const palette = palettes[style.palette % palettes.length]
  const draw = PATTERNS[style.pattern % PATTERNS.length]
  if (!palette || !draw) throw new Error('A cover needs a palette and a pattern.')
  // Whole numbers are exact enough at this size, and short.
  const [width, height] = [WIDTH, Math.max(1, round((size.height / size.width) * WIDTH))]
  // Keeps a very tall cover from being filled with thousands of shapes.
  const unit = Math.max(width / COLUMNS, height / 40)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${rulesOf(palette.light)}@media (prefers-color-scheme:dark){${rulesOf(palette.dark)}}</style>`,
    path('ground', rect(0, 0, width, height)),
    draw({ width, height, unit, random: createRandom(title) }),
    '</svg>',
  ].join('')
}

/**
 * Draws the pattern of a text without a title, as a part of another SVG file: the same text always gets the
 * same pattern.
 */
export function drawPattern(
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  colors: CoverColors,
): string {
  const draw = PATTERNS[styleOf(text).pattern] ?? drawArcs
  const unit = Math.max(width, height) / COLUMNS
  return [
    `<svg x="${x}" y="${y}" width="${width}" height="${height}">`,
    `<style>${rulesOf(colors)}</style>`,
    path('ground', rect(0, 0, width, height)),
    draw({ width, height, unit, random: createRandom(text) }),
    '</svg>',
  ].join('')
}

/** The shapes of a mark on a grid of eight. */
const MARKS: ((cell: number) => { shape: string; spark: string })[] = [
  // Quarter rings around the far corner.
  (cell) => ({
    shape: quarter(2 * cell, 0, 6 * cell, 1),
    spark: quarter(5 * cell, 0, 3 * cell, 1),
  }),
  // A stair.
  (cell) => ({
    shape: rect(2 * cell, 0, 6 * cell, 2 * cell) + rect(4 * cell, 2 * cell, 4 * cell, 2 * cell),
    spark: rect(6 * cell, 4 * cell, 2 * cell, 2 * cell),
  }),
  // Bars that hang from the edge.
  (cell) => ({
    shape: rect(cell, 0, 2 * cell, cell) + rect(3.5 * cell, 0, 2 * cell, 2 * cell),
    spark: rect(6 * cell, 0, 2 * cell, 3 * cell),
  }),
  // A wave.
  (cell) => ({
    shape: quarter(2 * cell, 0, 3 * cell, 1),
    spark: quarter(5 * cell, 0, 3 * cell, 3),
  }),
]

/** Draws the mark of a brand: a cover reduced to what is legible at 16 px. */
export function drawMark(text: string, [palette]: CoverPalette[]): string {
  if (!palette) throw new Error('A mark needs a palette.')
  const { shape = '', spark = '' } = MARKS[hash(text) % MARKS.length]?.(WIDTH / 8) ?? {}
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 ${WIDTH} ${WIDTH}">`,
    `<style>${rulesOf(palette.light)}@media (prefers-color-scheme:dark){${rulesOf(palette.dark)}}</style>`,
    path('ground', rect(0, 0, WIDTH, WIDTH)),
    path('shape', shape),
    path('spark', spark),
    '</svg>',
  ].join('')
}

function rulesOf(colors: CoverColors): string {
  return Object.entries(colors)
    .map(([name, color]) => `.${name}{fill:${color}}`)
    .join('')
}

/** Rows of a timetable, with one or two runs of filled time in each. */
function drawTimetable({ height, unit, random }: Canvas): string {
  const rows = Math.max(5, Math.round(height / (0.85 * unit)))
  const step = height / rows
  const marked = 1 + Math.floor(random() * (rows - 2))
  return range(rows)
    .map((row) => {
      const start = Math.floor(random() * 7)
      const length = 2 + Math.floor(random() * 5)
      const pause = 1 + Math.floor(random() * 3)
      const rest = 1 + Math.floor(random() * 6)
      const y = row * step + 0.04 * unit
      const tall = step - 0.08 * unit
      return (
        path(row === marked ? 'spark' : 'shape', rect(start * unit, y, length * unit, tall)) +
        path('tint', rect((start + length + pause) * unit, y, rest * unit, tall))
      )
    })
    .join('')
}

/** Concentric quarter rings around a corner. */
function drawArcs({ width, height, unit, random }: Canvas): string {
  const x = random() < 0.5 ? 0 : width
  const y = height
  const step = height / 6.5
  const marked = 2 + Math.floor(random() * 4)
  return range(14)
    .reverse()
    .map((index) => {
      const kind =
        index === marked ? 'spark' : (['shape', 'ground', 'tint', 'ground'] as const)[index % 4]
      return path(kind ?? 'shape', circle(x, y, (index + 1) * step - 0.02 * unit))
    })
    .join('')
}

/** Square tiles with a quarter circle in each. */
function drawTiles({ width, height, random }: Canvas): string {
  const rows = 3
  const side = height / rows
  const columns = Math.ceil(width / side)
  const marked = Math.floor(random() * rows) * columns + Math.floor(random() * (columns - 1))
  return range(rows * columns)
    .map((index) => {
      const x = (index % columns) * side
      const y = Math.floor(index / columns) * side
      const corner = Math.floor(random() * 4)
      const kind = index === marked ? 'spark' : random() < 0.55 ? 'shape' : 'tint'
      const back = random() < 0.3 ? path('tint', rect(x, y, side, side)) : ''
      return back + path(kind, quarter(x, y, side, corner))
    })
    .join('')
}

/** Stacked waves, each in front of the one above it. */
function drawWaves({ width, height, unit, random }: Canvas): string {
  const rows = 7
  const marked = 1 + Math.floor(random() * (rows - 2))
  return range(rows)
    .map((row) => {
      const y = height * (0.12 + (0.95 * row) / rows)
      const amplitude = unit * (0.7 + 0.7 * random())
      const half = round(width / (3 + 2 * random()))
      const start = -round(half * 2 * random())
      const waves = `t${half} 0`.repeat(Math.ceil((width - start) / half))
      const kind = row === marked ? 'spark' : row % 2 === 0 ? 'shape' : 'tint'
      const wave = `M${start} ${round(y)}q${round(half / 2)} ${round(amplitude)} ${half} 0${waves}V${round(height)}H0z`
      return path(kind, wave)
    })
    .join('')
}

/** Bars of a bar chart, which stand on the rule above the title. */
function drawSkyline({ width, height, unit, random }: Canvas): string {
  const bars: string[] = []
  const marked = 2 + Math.floor(random() * 4)
  let x = 0
  while (x < width) {
    const bar = unit * (0.5 + 0.5 * Math.floor(random() * 4))
    const tall = height * (0.18 + 0.74 * random())
    const kind = bars.length === marked ? 'spark' : random() < 0.35 ? 'tint' : 'shape'
    bars.push(path(kind, rect(x, height - tall, bar, tall)))
    x += bar + 0.12 * unit
  }
  return bars.join('')
}

/** Fields between a few long rules. */
function drawFields({ width, height, unit, random }: Canvas): string {
  const split = unit * (5 + Math.floor(random() * 6))
  const left = height * (0.3 + 0.4 * random())
  const right = height * (0.25 + 0.5 * random())
  const inner = unit * (2 + Math.floor(random() * 2))
  const gap = 0.12 * unit
  return [
    path('shape', rect(0, 0, split - gap, left - gap)),
    path('tint', rect(0, left, split - gap, height - left)),
    path('tint', rect(split, 0, width - split, right - gap)),
    path('shape', rect(split + inner, right, width - split - inner, height - right)),
    path('spark', rect(split, right, inner - gap, Math.min(inner, height - right))),
  ].join('')
}

/** A grid of dots that grow towards a point. */
function drawDots({ width, height, unit, random }: Canvas): string {
  // The step divides the width, so that no column is cut at the edge.
  const step = width / Math.max(1, round(width / (1.2 * unit)))
  const focus = { x: width * (0.2 + 0.6 * random()), y: height * (0.2 + 0.6 * random()) }
  const reach = width * (0.4 + 0.2 * random())
  const columns = round(width / step)
  const rows = Math.ceil(height / step)
  const dots = range(columns * rows).map((index) => {
    const x = (index % columns) * step + step / 2
    const y = Math.floor(index / columns) * step + step / 2
    const near = Math.max(0, 1 - Math.hypot(x - focus.x, y - focus.y) / reach)
    return { x, y, near, radius: (step * (1 + Math.round(9 * near))) / 21 }
  })
  const nearest = dots.reduce((best, dot) => (dot.near > best.near ? dot : best))
  const circles = dots
    .filter((dot) => dot !== nearest)
    .map(({ x, y, radius }) => circle(x, y, radius))
  return path('shape', ...circles) + path('spark', circle(nearest.x, nearest.y, nearest.radius))
}

/** Diagonal stripes of varying width. */
function drawStripes({ width, height, unit, random }: Canvas): string {
  const stripes: string[] = []
  const slope = height * (random() < 0.5 ? 0.6 : -0.6)
  // The first ones start outside of the cover.
  const marked = 6 + Math.floor(random() * 4)
  let x = -Math.abs(slope)
  while (x < width + Math.abs(slope)) {
    const band = unit * (0.35 + 1.3 * random())
    const points = `M${round(x)} 0h${round(band)}l${round(slope)} ${round(height)}h${round(-band)}z`
    const kind = stripes.length === marked ? 'spark' : random() < 0.4 ? 'tint' : 'shape'
    stripes.push(path(kind, points))
    x += band + unit * (0.3 + 0.7 * random())
  }
  return stripes.join('')
}

/** A staircase. */
function drawSteps({ width, height, unit, random }: Canvas): string {
  const count = 6 + Math.floor(random() * 3)
  const isRising = random() < 0.5
  const run = width / count
  const rise = height / (count + 0.5)
  const marked = 1 + Math.floor(random() * (count - 2))
  return range(count)
    .map((index) => {
      const level = isRising ? index + 1 : count - index
      const x = index * run
      const y = height - level * rise
      const kind = index === marked ? 'spark' : 'shape'
      return (
        path('tint', rect(x, y + rise, run, height - y - rise)) +
        path(kind, rect(x, y, run - 0.1 * unit, rise - 0.1 * unit))
      )
    })
    .join('')
}

type Kind = keyof CoverColors

function path(kind: Kind, ...shapes: string[]): string {
  return `<path class="${kind}" d="${shapes.join('')}"/>`
}

function rect(x: number, y: number, width: number, height: number): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`
}

function circle(x: number, y: number, radius: number): string {
  const r = round(radius)
  const d = 2 * r
  return `M${round(x) - r} ${round(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 ${-d} 0z`
}

/** A quarter disc with its centre in one of the four corners of a square. */
function quarter(x: number, y: number, side: number, corner: number): string {
  const [left, top, right, bottom] = [x, y, x + side, y + side].map(round)
  const r = round(side)
  const shapes = [
    `M${left} ${top}H${right}A${r} ${r} 0 0 1 ${left} ${bottom}z`,
    `M${right} ${top}V${bottom}A${r} ${r} 0 0 1 ${left} ${top}z`,
    `M${right} ${bottom}H${left}A${r} ${r} 0 0 1 ${right} ${top}z`,
    `M${left} ${bottom}V${top}A${r} ${r} 0 0 1 ${right} ${bottom}z`,
  ]
  return shapes[corner] ?? ''
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function hash(text: string): number {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619)
  return state >>> 0
}

/** A deterministic random number generator (mulberry32), seeded by a text. */
function createRandom(seed: string): () => number {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function round(length: number): number {
  return Math.round(length)
}
