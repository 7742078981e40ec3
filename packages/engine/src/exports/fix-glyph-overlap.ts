/** How far parts of a letter are pushed into each other, in units of the font. */
const OVERLAP = 3

const ON_CURVE = 0x01
const X_SHORT = 0x02
const Y_SHORT = 0x04
const REPEAT = 0x08
const X_SAME_OR_POSITIVE = 0x10
const Y_SAME_OR_POSITIVE = 0x20

/** A point of a letter, and where the font keeps the way up to it from the point before. */
type Point = { x: number; y: number; onCurve: boolean; step: number | undefined }

/** A straight line along the writing, from its first point to the next. */
type Edge = {
  contour: number
  left: number
  right: number
  y: number
  first: number
  isLast: boolean
}

/**
 * Instrument Sans draws its K as parts that only touch. Where two parts touch within a row of
 * pixels, each leaves half of it to the other, and a grey line shows through the letter. The lower
 * part is therefore pushed a little into the upper one.
 */
export function closeSeams(font: Buffer): Buffer {
  const mended = Buffer.from(font)
  for (const offset of glyphOffsets(mended)) closeSeamsOfGlyph(mended, offset)
  return mended
}

function closeSeamsOfGlyph(font: Buffer, offset: number) {
  const { points, ends } = readGlyph(font, offset)
  const edges = horizontalEdges(points, ends)
  for (const lower of edges.filter((edge) => endsContour(edge, points, ends))) {
    if (edges.some((upper) => touches(lower, upper))) raise(font, lower, points)
  }
}

/** Whether nothing of the contour lies above the edge. */
function endsContour(edge: Edge, points: Point[], ends: number[]): boolean {
  const start = (ends[edge.contour - 1] ?? -1) + 1
  const own = points.slice(start, (ends[edge.contour] ?? 0) + 1)
  return own.every((point) => point.y <= edge.y)
}

function touches(one: Edge, other: Edge): boolean {
  const apart = one.right <= other.left || other.right <= one.left
  return one.contour !== other.contour && one.y === other.y && !apart
}

function horizontalEdges(points: Point[], ends: number[]): Edge[] {
  return points.flatMap((from, first) => {
    const contour = ends.findIndex((end) => end >= first)
    const isLast = ends[contour] === first
    const to = points[isLast ? (ends[contour - 1] ?? -1) + 1 : first + 1]
    if (!to || from.y !== to.y || !from.onCurve || !to.onCurve) return []
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
    return [{ contour, left, right, y: from.y, first, isLast }]
  })
}

/** Each point is kept as the way from the one before, so the way up to the edge and on changes. */
function raise(font: Buffer, edge: Edge, points: Point[]) {
  if (edge.isLast) return
  const up = points[edge.first]?.step
  const next = points[edge.first + 2]
  if (up === undefined || (next && next.step === undefined)) return
  font.writeInt16BE(font.readInt16BE(up) + OVERLAP, up)
  if (next?.step) font.writeInt16BE(font.readInt16BE(next.step) - OVERLAP, next.step)
}

/** Where the letters lie that are drawn by themselves, not put together from others. */
function glyphOffsets(font: Buffer): number[] {
  const tables = readTables(font)
  const [head, loca, glyf, maxp] = ['head', 'loca', 'glyf', 'maxp'].map((name) => tables.get(name))
  if (!head || !loca || !glyf || !maxp) throw new Error('Expected a font with TrueType outlines.')
  const isLong = font.readInt16BE(head + 50) === 1
  const count = font.readUInt16BE(maxp + 4)
  const at = (glyph: number) =>
    isLong ? font.readUInt32BE(loca + 4 * glyph) : 2 * font.readUInt16BE(loca + 2 * glyph)
  return Array.from({ length: count }, (_, glyph) => glyph)
    .filter((glyph) => at(glyph + 1) > at(glyph))
    .map((glyph) => glyf + at(glyph))
    .filter((offset) => font.readInt16BE(offset) > 1)
}

function readTables(font: Buffer): Map<string, number> {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, i) => 12 + 16 * i).map((entry) => [
      font.toString('latin1', entry, entry + 4),
      font.readUInt32BE(entry + 8),
    ]),
  )
}

function readGlyph(font: Buffer, offset: number) {
  const contours = font.readInt16BE(offset)
  const header = offset + 10
  const ends = Array.from({ length: contours }, (_, i) => font.readUInt16BE(header + 2 * i))
  const instructions = header + 2 * contours
  const flagsAt = instructions + 2 + font.readUInt16BE(instructions)
  const { flags, end } = readFlags(font, flagsAt, (ends.at(-1) ?? -1) + 1)
  const xs = readSteps(font, end, flags, X_SHORT, X_SAME_OR_POSITIVE)
  const ys = readSteps(font, xs.end, flags, Y_SHORT, Y_SAME_OR_POSITIVE)
  const points = flags.map((flag, place) => ({
    x: xs.values[place] ?? 0,
    y: ys.values[place] ?? 0,
    onCurve: (flag & ON_CURVE) !== 0,
    step: ys.words[place],
  }))
  return { points, ends }
}

function readFlags(font: Buffer, start: number, count: number) {
  const flags: number[] = []
  let at = start
  while (flags.length < count) {
    const flag = font.readUInt8(at++)
    const times = flag & REPEAT ? font.readUInt8(at++) + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  return { flags, end: at }
}

/** Coordinates, and the place of each step that is kept as a word of its own. */
function readSteps(font: Buffer, start: number, flags: number[], short: number, same: number) {
  let at = start
  let value = 0
  const values: number[] = []
  const words: (number | undefined)[] = []
  for (const flag of flags) {
    const isWord = !(flag & short) && !(flag & same)
    words.push(isWord ? at : undefined)
    if (flag & short) value += flag & same ? font.readUInt8(at++) : -font.readUInt8(at++)
    else if (isWord) {
      value += font.readInt16BE(at)
      at += 2
    }
    values.push(value)
  }
  return { values, words, end: at }
}
