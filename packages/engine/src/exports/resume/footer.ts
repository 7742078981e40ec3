import type { Portfolio } from '../../content/schema.ts'
import { type Faces, runsOf, widthOfRun } from '../faces.ts'
import { ARTIFACT, type Style } from './blocks.ts'
import { drawRun, type Sheet } from './draw.ts'
import type { TaggedDocument } from './tagged-document.ts'

type Place = { page: number; count: number; size: number; baseline: number }

/** Whose resume it is and which of its pages, for sheets that get parted. */
export function drawFoot(
  document: TaggedDocument,
  { person, words }: Portfolio,
  { page, count, size, baseline }: Place,
  sheet: Sheet,
  faces: Faces,
) {
  const style: Style = { face: 'reading', size: size * 0.88, colour: 'soft' }
  const number = words.page.replace('{page}', String(page)).replace('{count}', String(count))
  const runs = (text: string) => runsOf(text, style.face, faces)
  const numberWidth = runs(number).reduce((sum, run) => sum + widthOfRun(run, style), 0)
  for (const [text, start] of [
    [person.name, 0],
    [number, sheet.measure - numberWidth],
  ] as const) {
    let x = start
    for (const run of runs(text)) {
      const width = widthOfRun(run, style)
      drawRun(document, { run, span: { text, style, tag: ARTIFACT }, x, width }, baseline, sheet)
      x += width
    }
  }
  document.leave()
}
