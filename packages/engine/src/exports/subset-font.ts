import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached } from '../cache.ts'
import { ENGINE_CODE } from '../folders.ts'
import type { Axes } from './look-fonts.ts'

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

/** What a web font has beside its letters: its alternates, such as tabular figures and ligatures. */
type Extent = { hasAlternates: boolean }

/** Subsets a font in the same way, as WOFF2 for browsers. */
export function subsetWoff2(
  source: Buffer,
  letters: string,
  axes: Axes,
  { hasAlternates }: Extent,
): Promise<Buffer> {
  const key = ['woff2', JSON.stringify({ axes, hasAlternates }), letters, source]
  return cached([...CACHE_KEY, ...key], async () => {
    const subsetFont = await loadSubsetter()
    const noLayoutClosure = !hasAlternates
    const font = await subset(source, letters, axes, noLayoutClosure)
    // STAT describes the axes of a variable font, and this one has none left.
    return subsetFont(font, letters, {
      targetFormat: 'woff2',
      noLayoutClosure,
      dropTables: ['STAT'],
    })
  })
}

async function subset(
  source: Buffer,
  letters: string,
  axes: Axes,
  noLayoutClosure = false,
): Promise<Buffer> {
  const subsetFont = await loadSubsetter()
  const options = { targetFormat: 'truetype', variationAxes: axes, noLayoutClosure } as const
  return fixGlyphOverlap(await subsetFont(source, letters, options))
}

/** Loads the subsetter on demand: most builds find every font in the cache. */
async function loadSubsetter() {
  return (await import('subset-font')).default
}

/** The overlap of touching contours, in font units. */
const OVERLAP = 3

// The flags of a point in a TrueType outline.
const ON_CURVE = 0x01
const X_SHORT = 0x02
const Y_SHORT = 0x04
const REPEAT = 0x08
const X_SAME_OR_POSITIVE = 0x10
const Y_SAME_OR_POSITIVE = 0x20

/** A point of an outline. `deltaAt` is the file offset of its y delta if that is an int16. */
type Point = { contour: number; y: number; onCurve: boolean; deltaAt: number | undefined }

/**
 * Instrument Sans draws its K from contours that only touch. If two contours meet within a row of
 * pixels, anti-aliasing leaves a grey line through the letter. This function extends the lower
 * contour into the upper one.
 */
function fixGlyphOverlap(font: Buffer): Buffer {
  const fixed = Buffer.from(font)
  for (const offset of glyphOffsets(fixed)) {
    const points = readPoints(fixed, offset)
    const contours = Map.groupBy(points, ({ contour }) => contour)
    const heights = [...contours.values()].map((contour) => contour.map(({ y }) => y))
    for (const [index, { contour, y }] of points.entries()) {
      const isTop = isFlat(points, index) && y === Math.max(...(heights[contour] ?? []))
      const isTouched = heights.some(
        (other, above) => above !== contour && Math.min(...other) === y,
      )
      if (isTop && isTouched) raiseEdge(fixed, points, index)
    }
  }
  return fixed
}

/** Whether the edge from a point to the next one of its contour is horizontal. */
function isFlat(points: Point[], index: number): boolean {
  const [from, to] = points.slice(index, index + 2)
  if (from?.contour !== to?.contour) return false
  return Boolean(from?.onCurve && to?.onCurve && from.y === to.y)
}

/** Points are deltas from the previous point, so the deltas to the edge and after it change. */
function raiseEdge(font: Buffer, points: Point[], index: number) {
  const up = points[index]?.deltaAt
  const next = points[index + 2]
  if (up === undefined || (next && next.deltaAt === undefined)) return
  font.writeInt16BE(font.readInt16BE(up) + OVERLAP, up)
  if (next?.deltaAt) font.writeInt16BE(font.readInt16BE(next.deltaAt) - OVERLAP, next.deltaAt)
}

/** The offsets of simple glyphs of several contours. */
function glyphOffsets(font: Buffer): number[] {
  const [head, loca, glyf, maxp] = ['head', 'loca', 'glyf', 'maxp'].map((name) =>
    offsetOfTable(font, name),
  ) as [number, number, number, number]
  const isLong = font.readInt16BE(head + 50) === 1
  const count = font.readUInt16BE(maxp + 4)
  const at = (glyph: number) =>
    isLong ? font.readUInt32BE(loca + 4 * glyph) : 2 * font.readUInt16BE(loca + 2 * glyph)
  return Array.from({ length: count }, (_, glyph) => glyph)
    .filter((glyph) => at(glyph + 1) > at(glyph))
    .map((glyph) => glyf + at(glyph))
    .filter((offset) => font.readInt16BE(offset) > 1)
}

function offsetOfTable(font: Buffer, name: string): number {
  const count = font.readUInt16BE(4)
  const entries = Array.from({ length: count }, (_, index) => 12 + 16 * index)
  const entry = entries.find((at) => font.toString('latin1', at, at + 4) === name)
  if (entry === undefined) throw new Error('Expected a font with TrueType outlines.')
  return font.readUInt32BE(entry + 8)
}

function readPoints(font: Buffer, offset: number): Point[] {
  const contours = font.readInt16BE(offset)
  const header = offset + 10
  const ends = Array.from({ length: contours }, (_, i) => font.readUInt16BE(header + 2 * i))
  const instructions = header + 2 * contours
  let at = instructions + 2 + font.readUInt16BE(instructions)
  const flags: number[] = []
  while (flags.length <= (ends.at(-1) ?? 0)) {
    const flag = font.readUInt8(at++)
    const times = flag & REPEAT ? font.readUInt8(at++) + 1 : 1
    for (let i = 0; i < times; i++) flags.push(flag)
  }
  // The x deltas precede the y deltas: one byte, an int16, or nothing for 0.
  for (const flag of flags) at += flag & X_SHORT ? 1 : flag & X_SAME_OR_POSITIVE ? 0 : 2
  let y = 0
  return flags.map((flag, index) => {
    const contour = ends.findIndex((end) => end >= index)
    const onCurve = (flag & ON_CURVE) !== 0
    if (flag & Y_SHORT) {
      const delta = font.readUInt8(at++)
      y += flag & Y_SAME_OR_POSITIVE ? delta : -delta
    }
    const deltaAt = flag & (Y_SHORT | Y_SAME_OR_POSITIVE) ? undefined : at
    if (deltaAt !== undefined) {
      y += font.readInt16BE(deltaAt)
      at += 2
    }
    return { contour, y, onCurve, deltaAt }
  })
}
