import { buffer } from 'node:stream/consumers'
import { tidyLines, tidyPart } from '../../content/resume-fonts.ts'
import { type Inline, mapText, RichText } from '../../content/rich-text.ts'
import type { Portfolio } from '../../content/schema.ts'
import { mapLeaves } from '../../content/values.ts'
import type { Colors } from '../colors.ts'
import { FACES } from '../font-faces.ts'
import { composeResume } from './compose.ts'
import { drawFooter, drawPage } from './draw-page.ts'
import { layoutLines, type Page, paginate } from './layout.ts'
import { TaggedDocument } from './tagged-document.ts'

const PAPER_SIZES = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } }

/** The line width, the same on both papers, and the top and bottom margins, in points. */
const LINE_WIDTH = 452
const TOP = 46
const BOTTOM = 50
const FOOTER = 30

/** Font sizes to try. The largest that gives the smallest number of pages is used. */
const SIZES = [10.4, 10.2, 10, 9.8, 9.6, 9.4, 9.2, 9]

/** The date for content without dates: no generated file is older. */
const OLDEST = '2026-11'

/** Renders the resume as a tagged PDF, from the page's content and in its colours. */
export async function renderResumePdf(content: Portfolio, colors: Colors): Promise<Buffer> {
  const portfolio = normalizeTexts(content)
  const { person, strings } = portfolio
  const { width, height } = paperOf(portfolio)
  const { pages, size } = fitPages(portfolio)
  const document = openDocument(portfolio)
  const bytes = buffer(document)
  const frame = { left: (width - LINE_WIDTH) / 2, top: TOP, lineWidth: LINE_WIDTH, colors }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawPage(document, page, frame)
    if (pages.length === 1) continue
    const number = strings.page
      .replace('{page}', String(index + 1))
      .replace('{count}', String(pages.length))
    const at = { size: size * 0.88, baseline: height - FOOTER }
    drawFooter(document, [person.name, number], at, frame)
  }
  document.end()
  return bytes
}

/** The number of pages of that PDF. */
export function countResumePages(content: Portfolio): number {
  const { pages } = fitPages(normalizeTexts(content))
  return pages.length
}

function paperOf({ resume }: Portfolio) {
  return PAPER_SIZES[resume?.paper ?? 'A4']
}

function fitPages(portfolio: Portfolio): { pages: Page[]; size: number } {
  const height = paperOf(portfolio).height - TOP - BOTTOM
  const candidates = SIZES.map((size) => {
    const lines = layoutLines(composeResume(portfolio, size), LINE_WIDTH)
    return { pages: paginate(lines, height), size }
  })
  // The sort is stable: of equal numbers of pages, the largest size comes first.
  const [best] = candidates.sort((one, other) => one.pages.length - other.pages.length)
  return best ?? { pages: [], size: 10 }
}

function openDocument(content: Portfolio): TaggedDocument {
  const { person, site, resume } = content
  const { width, height } = paperOf(content)
  const date = dateOfContent(content)
  const document = new TaggedDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: site.language,
    displayTitle: true,
    info: {
      Title: `${person.name} – ${resume?.menuLabel ?? site.title}`,
      Author: person.name,
      Subject: site.description,
      CreationDate: date,
      ModDate: date,
    },
  })
  for (const file of Object.values(FACES).flat(2)) document.registerFont(file.name, file.body)
  return document
}

/**
 * The newest past date of the content. The build time would make equal content give different
 * bytes. End dates are ignored, because they may be planned; start dates are in the past.
 */
function dateOfContent({ resume, footer }: Portfolio): Date {
  const { education, experience, volunteering, certificates, awards, publications } = resume ?? {}
  const dates = [
    ...(footer.source.match(/(?<!\d)20\d\d(?!\d)/g) ?? []),
    ...[education, experience, volunteering].flatMap((list) =>
      (list?.entries ?? []).map(({ period }) => period?.from),
    ),
    ...[certificates, awards, publications].flatMap((list) =>
      (list?.entries ?? []).map(({ date }) => date?.iso),
    ),
  ].filter((date) => date !== undefined)
  // ISO 8601: a year or a month alone parses as its first day.
  return new Date(dates.sort().at(-1) ?? OLDEST)
}

/** Normalizes all texts. URLs and images stay unchanged. */
function normalizeTexts(portfolio: Portfolio): Portfolio {
  const { url } = portfolio.site
  const tidy = (text: string) => (text.startsWith('http') ? text : tidyLines(text))
  return mapLeaves(portfolio, (leaf) => {
    if (leaf instanceof RichText) {
      const { source, nodes } = mapText(leaf, tidyPart)
      return new RichText(
        source,
        nodes.flatMap((node) => withAbsoluteLinks(node, url)),
      )
    }
    return typeof leaf === 'string' ? tidy(leaf) : leaf
  }) as Portfolio
}

/** A link to a section leads to the page. Without its URL, the link is text. */
function withAbsoluteLinks(node: Inline, url: string | undefined): Inline[] {
  if (typeof node === 'string' || node.tag === 'code') return [node]
  const children = node.children.flatMap((child) => withAbsoluteLinks(child, url))
  if (node.tag !== 'a' || !node.href.startsWith('#')) return [{ ...node, children }]
  return url ? [{ ...node, children, href: url + node.href }] : children
}
