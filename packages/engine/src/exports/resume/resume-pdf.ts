import { tidyLines } from '../../content/resume-fonts.ts'
import type { Portfolio } from '../../content/schema.ts'
import type { Colors } from '../colors.ts'
import { type Faces, loadFaces } from '../font-faces.ts'
import { composeResume } from './compose.ts'
import { dateOfContent } from './content-date.ts'
import { drawPage, type PageFrame } from './draw-page.ts'
import { drawFooter } from './footer.ts'
import { layoutLines } from './layout-lines.ts'
import { type Page, paginate } from './paginate.ts'
import { TaggedDocument } from './tagged-document.ts'

export type ResumePdf = { bytes: Buffer; pages: number }

type PaperSize = 'A4' | 'Letter'

const PAPER_SIZES = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } }

/** The line width, the same on both papers, and the top and bottom margins, in points. */
const LINE_WIDTH = 452
const TOP = 46
const BOTTOM = 50

/** Font sizes to try. The largest that gives the smallest number of pages is used. */
const SIZES = [10.4, 10.2, 10, 9.8, 9.6, 9.4, 9.2, 9]

/** Renders the resume as a tagged PDF, from the page's content and in its colours. */
export async function renderResumePdf(content: Portfolio, colors: Colors): Promise<ResumePdf> {
  const portfolio = normalizeTexts(content)
  const faces = await loadFaces()
  const paperSize = portfolio.resume?.paper ?? 'A4'
  const { pages, size } = fitPages(portfolio, paperSize, faces)
  const document = openDocument(portfolio, paperSize, faces)
  const bytes = collect(document)
  const frame: PageFrame = {
    left: (PAPER_SIZES[paperSize].width - LINE_WIDTH) / 2,
    top: TOP,
    lineWidth: LINE_WIDTH,
    colors,
  }
  for (const [index, page] of pages.entries()) {
    document.addPage()
    drawPage(document, page, frame)
    if (pages.length > 1) {
      const at = {
        page: index + 1,
        count: pages.length,
        size,
        baseline: PAPER_SIZES[paperSize].height - 30,
      }
      drawFooter(document, portfolio, at, frame, faces)
    }
  }
  document.end()
  return { bytes: await bytes, pages: pages.length }
}

function fitPages(
  portfolio: Portfolio,
  paperSize: PaperSize,
  faces: Faces,
): { pages: Page[]; size: number } {
  const height = PAPER_SIZES[paperSize].height - TOP - BOTTOM
  const candidates = SIZES.map((size) => {
    const lines = layoutLines(composeResume(portfolio, size), LINE_WIDTH, faces)
    return { pages: paginate(lines, height), size }
  })
  const fewest = Math.min(...candidates.map(({ pages }) => pages.length))
  const [found] = candidates.filter(({ pages }) => pages.length === fewest)
  return found ?? { pages: [], size: 10 }
}

function openDocument(content: Portfolio, paperSize: PaperSize, faces: Faces) {
  const { person, site, resume } = content
  const { width, height } = PAPER_SIZES[paperSize]
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
  for (const file of Object.values(faces).flat(2)) document.registerFont(file.name, file.body)
  return document
}

/** Normalizes all texts. URLs stay unchanged. */
function normalizeTexts<T>(value: T): T
function normalizeTexts(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('http') ? value : tidyLines(value)
  if (Array.isArray(value)) return value.map((item) => normalizeTexts(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalizeTexts(item)]))
}

function collect(document: TaggedDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}
