import type { Portfolio } from '../../content/schema.ts'
import { type Faces, runsOf, widthOfRun } from '../font-faces.ts'
import { ARTIFACT, type Style } from './blocks.ts'
import { drawRun, type PageFrame } from './draw-page.ts'
import type { TaggedDocument } from './tagged-document.ts'

type FooterPosition = { page: number; count: number; size: number; baseline: number }

/** Draws the name and the page number, which identify separated sheets. */
export function drawFooter(
  document: TaggedDocument,
  { person, strings }: Portfolio,
  { page, count, size, baseline }: FooterPosition,
  frame: PageFrame,
  faces: Faces,
) {
  const style: Style = { face: 'reading', size: size * 0.88, color: 'textMuted' }
  const number = strings.page.replace('{page}', String(page)).replace('{count}', String(count))
  const runs = (text: string) => runsOf(text, style.face, faces)
  const numberWidth = runs(number).reduce((sum, run) => sum + widthOfRun(run, style), 0)
  for (const [text, start] of [
    [person.name, 0],
    [number, frame.lineWidth - numberWidth],
  ] as const) {
    let x = start
    for (const run of runs(text)) {
      const width = widthOfRun(run, style)
      drawRun(document, { run, span: { text, style, tag: ARTIFACT }, x, width }, baseline, frame)
      x += width
    }
  }
  document.leave()
}
