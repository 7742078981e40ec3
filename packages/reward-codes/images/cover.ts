// Covers: what stands for a project without a picture is drawn from its facts. Each row of shapes is one line, and each
// dash of it one shape, so that hundreds of shapes take two paths. The mark of a brand and the social card are of
// the same family.
import type { COVER_SHAPES } from '../content/schema/projects.ts'

/** How many things there are, and how many of them are marked: 210 berths, of which 186 are taken. */
export type CoverFacts = {
  count: number
  marked?: number | undefined
  shape: (typeof COVER_SHAPES)[number]
}

type Size = { width: number; height: number }

/** Attributes of the two paths. Undefined if nothing is of this kind. */
export type CoverDrawing = {
  marked: string | undefined
  rest: string | undefined
  thickness: number
  dashes: string
  cap: 'round' | 'butt'
}

/** The width of a shape in relation to its height with the space around it, and the share of both that it fills. */
const FORMS = {
  cells: { ratio: 1, width: 0.8, height: 0.8 },
  dots: { ratio: 1, width: 0, height: 0.72 },
  spines: { ratio: 0.22, width: 0.7, height: 0.94 },
  strokes: { ratio: 0.3, width: 0.25, height: 0.72 },
}

/** Draws the shapes in rows that fill a box. The marked ones come first. */
export function drawCover({ count, marked = 0, shape }: CoverFacts, box: Size): CoverDrawing {
  const form = FORMS[shape]
  const columns = Math.min(
    count,
    Math.ceil(Math.sqrt((count * box.width) / box.height / form.ratio)),
  )
  const rows = Math.ceil(count / columns)
  const width = box.width / columns
  const height = Math.min(width / form.ratio, box.height / rows)
  const top = (box.height - rows * height) / 2
  const dash = form.width * width
  const gap = width - dash
  const lines = (from: number, to: number) => {
    const found: string[] = []
    for (let row = 0; row < rows; row++) {
      const start = Math.max(from - row * columns, 0)
      const end = Math.min(to - row * columns, columns)
      if (end <= start) continue
      const x = round(start * width + gap / 2)
      // Ends within the last gap: a round dash has no length, and a line without any is not drawn.
      const length = (end - start) * width - 0.9 * gap
      found.push(`M${x} ${round(top + (row + 0.5) * height)}h${round(length)}`)
    }
    return found.length > 0 ? found.join('') : undefined
  }
  return {
    marked: lines(0, marked),
    rest: lines(marked, count),
    thickness: round(form.height * (shape === 'dots' ? Math.min(width, height) : height)),
    dashes: `${round(dash)} ${round(gap)}`,
    cap: shape === 'dots' ? 'round' : 'butt',
  }
}

/** The colours of a cover as #rrggbb. */
export type CoverColors = { ground: string; shape: string }

/** A cover as a file of one theme. Without facts, it is a quiet field. */
export function coverFile(facts: CoverFacts | undefined, size: Size, colors: CoverColors): string {
  const { width, height } = size
  const margin = round(Math.min(width, height) / 8)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${colors.ground}" d="M0 0h${width}v${height}h-${width}z"/>`,
  ]
  if (facts) {
    const box = { width: width - 2 * margin, height: height - 2 * margin }
    const { marked, rest, thickness, dashes, cap } = drawCover(facts, box)
    const paths = [
      rest && `<path opacity=".3" d="${rest}"/>`,
      marked && `<path d="${marked}"/>`,
    ].filter(Boolean)
    parts.push(
      `<g transform="translate(${margin} ${margin})" fill="none" stroke="${colors.shape}" stroke-width="${thickness}" stroke-dasharray="${dashes}" stroke-linecap="${cap}">${paths.join('')}</g>`,
    )
  }
  return [...parts, '</svg>'].join('')
}

/** The facts of a name, for the social card of a site that states no others: a marked cell for each letter. */
export function nameCover(name: string): CoverFacts {
  return { count: 96, marked: Math.min(96, [...name].length), shape: 'cells' }
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}
