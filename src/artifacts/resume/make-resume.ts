import type { Portfolio } from '../../content/schema.ts'
import { tidyText } from '../../content/tidy-text.ts'
import type { Colours } from '../colours.ts'
import { type Faces, loadFaces } from '../faces.ts'
import { composeResume } from './compose.ts'
import { drawPage, type Sheet } from './draw.ts'
import { drawFoot } from './foot.ts'
import { makeLines } from './lines.ts'
import { makePages, type Page } from './pages.ts'
import { TaggedDocument } from './tagged-document.ts'

export type ResumePdf = { bytes: Buffer; pages: number }

type Paper = 'A4' | 'Letter'

const PAPERS = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } }

/** The length of a line, the same on both papers, and the margins above and below, in points. */
const MEASURE = 452
const TOP = 46
const BOTTOM = 50

/** The text is set as large as fits on the fewest pages that it can have. */
const SIZES = [10.4, 10.2, 10, 9.8, 9.6, 9.4, 9.2, 9]

// The same content must give the same bytes, so the file carries no time of its making.
const MADE_AT = new Date(0)

/** The resume as a tagged PDF with real text, from the same content and in the same colours as the page. */
export async function makeResumePdf(content: Portfolio, colours: Colours): Promise<ResumePdf> {
  const portfolio = tidyAll(content)
  const faces = await loadFaces()
  const paper = portfolio.resume?.paper ?? 'A4'
  const { pages, size } = fitPages(portfolio, paper, faces)
  const document = openDocument(portfolio, paper, faces)
  const bytes = collect(document)
  const sheet: Sheet = {
    left: (PAPERS[paper].width - MEASURE) / 2,
    top: TOP,
    measure: MEASURE,
    colours,
  }
  for (const [place, page] of pages.entries()) {
    document.addPage()
    drawPage(document, page, sheet)
    if (pages.length > 1) {
      const at = { page: place + 1, count: pages.length, size, baseline: PAPERS[paper].height - 30 }
      drawFoot(document, portfolio, at, sheet, faces)
    }
  }
  document.end()
  return { bytes: await bytes, pages: pages.length }
}

function fitPages(
  portfolio: Portfolio,
  paper: Paper,
  faces: Faces,
): { pages: Page[]; size: number } {
  const height = PAPERS[paper].height - TOP - BOTTOM
  const tries = SIZES.map((size) => {
    const lines = makeLines(composeResume(portfolio, size), MEASURE, faces)
    return { pages: makePages(lines, height), size }
  })
  const fewest = Math.min(...tries.map(({ pages }) => pages.length))
  const [found] = tries.filter(({ pages }) => pages.length === fewest)
  return found ?? { pages: [], size: 10 }
}

function openDocument({ person, site, resume }: Portfolio, paper: Paper, faces: Faces) {
  const { width, height } = PAPERS[paper]
  const document = new TaggedDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: site.language,
    displayTitle: true,
    info: {
      Title: `${person.name} – ${resume?.menu ?? site.title}`,
      Author: person.name,
      Subject: site.description,
      CreationDate: MADE_AT,
      ModDate: MADE_AT,
    },
  })
  for (const cut of Object.values(faces).flat(2)) document.registerFont(cut.name, cut.body)
  return document
}

/** All texts as they are drawn; addresses stay as they are. */
function tidyAll<T>(value: T): T
function tidyAll(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('http') ? value : tidyText(value)
  if (Array.isArray(value)) return value.map((item) => tidyAll(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tidyAll(item)]))
}

function collect(document: TaggedDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}
