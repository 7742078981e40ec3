import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Skill } from '../content/resume.ts'
import type { Column, Portfolio } from '../content/schema.ts'

const FONTS = '@expo-google-fonts/instrument-sans'
const REGULAR = fontFile('400Regular/InstrumentSans_400Regular.ttf')
const BOLD = fontFile('600SemiBold/InstrumentSans_600SemiBold.ttf')

const MARGIN = 56
const INK = '#1b211e'
const SOFT = '#4c5651'
const RULE = '#cfd6d2'

// The same content must give the same bytes, so the file carries no time of its making.
const MADE_AT = new Date(0)

/** The resume as a plain A4 document with real text, from the same content as the page. */
export function makeResumePdf(portfolio: Portfolio): Promise<Buffer> {
  const { person, hero, about, resume, site } = portfolio
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: site.language,
    displayTitle: true,
    info: {
      Title: `${person.name}: ${resume?.heading ?? site.title}`,
      Author: person.name,
      CreationDate: MADE_AT,
      ModDate: MADE_AT,
    },
  })
  const bytes = collect(document)
  document.font(BOLD).fontSize(24).fillColor(INK).text(person.name)
  const links = person.profiles.map(({ url }) => url)
  write(document, [hero.place, site.url, ...links].filter(Boolean).join('  ·  '), SOFT)
  for (const paragraph of about?.bio ?? []) write(document.moveDown(0.5), paragraph)
  if (resume?.experience) writeColumn(document, resume.experience)
  if (resume?.education) writeColumn(document, resume.education)
  if (resume?.skills) writeSkills(document, resume.skills.heading, resume.skills.entries)
  document.end()
  return bytes
}

type Pdf = InstanceType<typeof PDFDocument>

function writeColumn(document: Pdf, { heading, entries }: Column) {
  writeHeading(document, heading)
  for (const { period, course, school, description } of entries) {
    document.font(BOLD).fontSize(11).fillColor(INK).text(course, { continued: true })
    document.font(REGULAR).text(`, ${school}  ·  `, { continued: true })
    document.fillColor(SOFT).text(period?.label ?? '')
    if (description) write(document, description)
    document.moveDown(0.6)
  }
}

function writeSkills(document: Pdf, heading: string, skills: Skill[]) {
  writeHeading(document, heading)
  for (const { name, meaning } of skills) {
    document.font(BOLD).fontSize(10).fillColor(INK).text(name, { continued: true })
    document.font(REGULAR).text(meaning ? `: ${meaning}` : '')
  }
}

function writeHeading(document: Pdf, heading: string) {
  document.moveDown(0.8).font(BOLD).fontSize(14).fillColor(INK).text(heading)
  const y = document.y + 3
  const right = document.page.width - MARGIN
  document.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.75).stroke(RULE)
  document.y = y + 8
}

function write(document: Pdf, text: string, color = INK) {
  document.font(REGULAR).fontSize(10).fillColor(color).text(text, { lineGap: 2 })
}

function collect(document: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

function fontFile(name: string): string {
  return createRequire(import.meta.url).resolve(`${FONTS}/${name}`)
}
