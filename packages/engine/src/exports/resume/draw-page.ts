import type { ColorName, Colors } from '../colors.ts'
import { FEATURES, widthOfRun, widthOfText } from '../font-faces.ts'
import { ARTIFACT, type Style, type Tag } from './compose.ts'
import { type Page, type PositionedRun, positionRuns } from './layout.ts'
import type { Box, TaggedDocument } from './tagged-document.ts'

type PageFrame = { left: number; top: number; lineWidth: number; colors: Colors }

const ASCENT = 0.97
const DESCENT = 0.25

/** The position of a link's underline, as a share of the height of its box. */
const UNDERLINE = 0.9

/** The rules above lines: the width in points, and the share of the space that is above the rule. */
const RULES: Record<'section' | 'entry', { weight: number; color: ColorName; above: number }> = {
  section: { weight: 0.75, color: 'text', above: 0.62 },
  entry: { weight: 0.5, color: 'border', above: 0.5 },
}
const UNDERLINE_WEIGHT = 0.5

export function drawPage(document: TaggedDocument, page: Page, frame: PageFrame) {
  const { left, lineWidth, colors } = frame
  const links = new Map<Tag, Box[]>()
  page.forEach(({ line, top }, index) => {
    const y = frame.top + top
    if (line.rule && index > 0) {
      const { weight, color, above } = RULES[line.rule]
      const at = { x: left, y: y - line.space * (1 - above), width: lineWidth }
      drawRule(document, at, weight, colors[color])
    }
    for (const positioned of line.runs) {
      drawRun(document, positioned, y + line.baseline, frame)
      addLinkBox(links, positioned, y + line.baseline, frame)
    }
  })
  for (const [tag, boxes] of links) {
    if (!tag.link?.isUnderlined) continue
    for (const { x, y, width, height } of boxes) {
      const at = { x, y: y + height * UNDERLINE, width }
      drawRule(document, at, UNDERLINE_WEIGHT, colors.borderStrong)
    }
  }
  document.leave()
  for (const [tag, boxes] of links) document.linkBoxes(tag, boxes)
}

/** Draws the name and the page number, which identify separated sheets. */
export function drawFooter(
  document: TaggedDocument,
  [name, number]: [string, string],
  { size, baseline }: { size: number; baseline: number },
  frame: PageFrame,
) {
  const style: Style = { face: 'reading', size, color: 'textMuted' }
  const part = (text: string) => [{ text, span: { text, style, tag: ARTIFACT } }]
  const numberAt = frame.lineWidth - widthOfText(number, style)
  const runs = [...positionRuns(part(name), 0), ...positionRuns(part(number), numberAt)]
  for (const positioned of runs) drawRun(document, positioned, baseline, frame)
  document.leave()
}

function drawRule(
  document: TaggedDocument,
  { x, y, width }: { x: number; y: number; width: number },
  weight: number,
  color: string,
) {
  document.enter(ARTIFACT)
  document
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(weight)
    .stroke(color)
}

function drawRun(
  document: TaggedDocument,
  positioned: PositionedRun,
  baseline: number,
  frame: PageFrame,
) {
  const { run, span, x } = positioned
  const { size, color, tracking = 0 } = span.style
  document.enter(span.tag)
  document
    .font(run.file.name)
    .fontSize(size * run.file.scale)
    .fillColor(frame.colors[color])
    .text(run.text, frame.left + x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: tracking * size,
      features: asFeatures(FEATURES),
    })
}

/** Merges the runs of a link in one line into one box, without the trailing space. */
function addLinkBox(
  links: Map<Tag, Box[]>,
  positioned: PositionedRun,
  baseline: number,
  frame: PageFrame,
) {
  const { span, x, run } = positioned
  const text = run.text.trimEnd()
  if (!span.tag.link || !text) return
  const { size } = span.style
  const y = baseline - ASCENT * size
  const width = widthOfRun({ ...run, text }, span.style)
  const boxes = links.get(span.tag) ?? []
  const last = boxes.at(-1)
  if (last?.y === y) last.width = frame.left + x + width - last.x
  else boxes.push({ x: frame.left + x, y, width, height: (ASCENT + DESCENT) * size })
  links.set(span.tag, boxes)
}

type Features = NonNullable<PDFKit.Mixins.TextOptions['features']>

/** fontkit also accepts features as an object. PDFKit, which passes them on, types only arrays. */
function asFeatures(features: Record<string, boolean>): Features {
  return Object(features)
}
