import type { Colours } from '../colours.ts'
import { FEATURES, widthOfRun } from '../faces.ts'
import { ARTIFACT, type Tag } from './blocks.ts'
import type { Line, PlacedRun } from './lines.ts'
import type { Page } from './pages.ts'
import type { Box, TaggedDocument } from './tagged-document.ts'

export type Sheet = { left: number; top: number; measure: number; colours: Colours }

const ASCENT = 0.97
const DESCENT = 0.25

/** How far down its box the underline of a link is. */
const UNDERLINE = 0.9

/** How thick rules are, in points. */
const INK_RULE = 0.75
const GREY_RULE = 0.5

/** The part of the room above a line that is above its rule. */
const ABOVE_RULE = { section: 0.62, entry: 0.5 }

export function drawPage(document: TaggedDocument, page: Page, sheet: Sheet) {
  const links = new Map<Tag, Box[]>()
  page.forEach(({ line, top }, place) => {
    const y = sheet.top + top
    if (line.rule && place > 0) drawRule(document, line, y, sheet)
    for (const placed of line.runs) {
      drawRun(document, placed, y + line.baseline, sheet)
      noteLink(links, placed, y + line.baseline, sheet)
    }
  })
  for (const [tag, boxes] of links) {
    if (tag.link?.isUnderlined) drawUnderlines(document, boxes, sheet)
  }
  document.leave()
  for (const [tag, boxes] of links) document.linkBoxes(tag, boxes)
}

function drawUnderlines(document: TaggedDocument, boxes: Box[], { colours }: Sheet) {
  document.enter(ARTIFACT)
  for (const { x, y, width, height } of boxes) {
    const at = y + height * UNDERLINE
    document
      .moveTo(x, at)
      .lineTo(x + width, at)
      .lineWidth(GREY_RULE)
      .stroke(colours.control)
  }
}

function drawRule(document: TaggedDocument, { rule, space }: Line, y: number, sheet: Sheet) {
  if (!rule) return
  document.enter(ARTIFACT)
  const at = y - space * (1 - ABOVE_RULE[rule])
  document
    .moveTo(sheet.left, at)
    .lineTo(sheet.left + sheet.measure, at)
    .lineWidth(rule === 'section' ? INK_RULE : GREY_RULE)
    .stroke(rule === 'section' ? sheet.colours.ink : sheet.colours.rule)
}

export function drawRun(
  document: TaggedDocument,
  placed: PlacedRun,
  baseline: number,
  sheet: Sheet,
) {
  const { run, span, x } = placed
  const { size, colour, tracking = 0 } = span.style
  document.enter(span.tag)
  document
    .font(run.cut.name)
    .fontSize(size * run.cut.scale)
    .fillColor(sheet.colours[colour])
    .text(run.text, sheet.left + x, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: tracking * size,
      features: switches(FEATURES),
    })
}

/** Pieces of one link in one line are one box, without the space at its end. */
function noteLink(links: Map<Tag, Box[]>, placed: PlacedRun, baseline: number, sheet: Sheet) {
  const { span, x, run } = placed
  const text = run.text.trimEnd()
  if (!span.tag.link || !text) return
  const { size } = span.style
  const y = baseline - ASCENT * size
  const width = widthOfRun({ ...run, text }, span.style)
  const boxes = links.get(span.tag) ?? []
  const last = boxes.at(-1)
  if (last?.y === y) last.width = sheet.left + x + width - last.x
  else boxes.push({ x: sheet.left + x, y, width, height: (ASCENT + DESCENT) * size })
  links.set(span.tag, boxes)
}

type Features = NonNullable<PDFKit.Mixins.TextOptions['features']>

/** PDFKit hands these to fontkit, which takes switches as well; its types know lists alone. */
function switches(features: Record<string, boolean>): Features {
  return Object(features)
}
