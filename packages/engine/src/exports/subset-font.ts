import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../cache.ts'
import { ENGINE_CODE } from '../folders.ts'

type Axes = { wght: number; wdth: number }

/** The part of the cache key that is not the font or its options: this code and its packages. */
const CACHE_KEY = [join(ENGINE_CODE, '../package.json'), import.meta.filename].map((file) =>
  readFileSync(file),
)

/** Subsets a font to `letters`, at one weight and width, as TrueType. */
export function subsetTtf(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return cached([...CACHE_KEY, 'truetype', JSON.stringify(axes), letters, source], () =>
    subset(source, letters, axes),
  )
}

/** Subsets a font in the same way, as WOFF2 for browsers. */
export function subsetWoff2(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  return cached([...CACHE_KEY, 'woff2', JSON.stringify(axes), letters, source], async () => {
    const subsetFont = await loadSubsetter()
    return subsetFont(await subset(source, letters, axes), letters, { targetFormat: 'woff2' })
  })
}

async function subset(source: Buffer, letters: string, axes: Axes): Promise<Buffer> {
  const subsetFont = await loadSubsetter()
  const options = { targetFormat: 'truetype', variationAxes: axes } as const
  return fixGlyphOverlap(await subsetFont(source, letters, options))
}

/** Loads the subsetter on demand: most builds find every font in the cache. */
async function loadSubsetter() {
  return (await import('subset-font')).default
}

/** The overlap of touching contours, in font units. */
const OVERLAP = 3

const ON_CURVE = 0x01
const X_SHORT = 0x02
const Y_SHORT = 0x04
const REPEAT = 0x08
const X_SAME_OR_POSITIVE = 0x10
const Y_SAME_OR_POSITIVE = 0x20

/** A point of a contour. `deltaAt` is the file offset of its y delta if that is an int16. */
type Point = { x: number; y: number; onCurve: boolean; deltaAt: number | undefined }

/** A horizontal edge from point `first` to the next one. */
type Edge = {
  contour: number
  left: number
  right: number
  y: number
  first: number
  isLast: boolean
}

/**
 * Instrument Sans draws its K from contours that only touch. If two contours meet within a row of
 * pixels, anti-aliasing leaves a grey line through the letter. This function extends the lower
 * contour into the upper one.
 */
function fixGlyphOverlap(font: Buffer): Buffer {
  const fixed = Buffer.from(font)
  for (const offset of glyphOffsets(fixed)) fixGlyph(fixed, offset)
  return fixed
}

function fixGlyph(font: Buffer, offset: number) {
  const { points, ends } = readGlyph(font, offset)
  const edges = horizontalEdges(points, ends)
  for (const lower of edges.filter((edge) => isTopOfContour(edge, points, ends))) {
    if (edges.some((upper) => touches(lower, upper))) raise(font, lower, points)
  }
}

/** Whether the edge is the top of its contour. */
function isTopOfContour(edge: Edge, points: Point[], ends: number[]): boolean {
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

/** Points are deltas from the previous point, so the deltas to the edge and after it change. */
function raise(font: Buffer, edge: Edge, points: Point[]) {
  if (edge.isLast) return
  const up = points[edge.first]?.deltaAt
  const next = points[edge.first + 2]
  if (up === undefined || (next && next.deltaAt === undefined)) return
  font.writeInt16BE(font.readInt16BE(up) + OVERLAP, up)
  if (next?.deltaAt) font.writeInt16BE(font.readInt16BE(next.deltaAt) - OVERLAP, next.deltaAt)
}

/** The offsets of simple glyphs, without composite ones. */
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
  const xs = readDeltas(font, end, flags, X_SHORT, X_SAME_OR_POSITIVE)
  const ys = readDeltas(font, xs.end, flags, Y_SHORT, Y_SAME_OR_POSITIVE)
  const points = flags.map((flag, index) => ({
    x: xs.values[index] ?? 0,
    y: ys.values[index] ?? 0,
    onCurve: (flag & ON_CURVE) !== 0,
    deltaAt: ys.offsets[index],
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

/** Returns absolute coordinates, and the offset of each delta that is stored as an int16. */
function readDeltas(font: Buffer, start: number, flags: number[], short: number, same: number) {
  let at = start
  let value = 0
  const values: number[] = []
  const offsets: (number | undefined)[] = []
  for (const flag of flags) {
    const isInt16 = !(flag & short) && !(flag & same)
    offsets.push(isInt16 ? at : undefined)
    if (flag & short) value += flag & same ? font.readUInt8(at++) : -font.readUInt8(at++)
    else if (isInt16) {
      value += font.readInt16BE(at)
      at += 2
    }
    values.push(value)
  }
  return { values, offsets, end: at }
}
