import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { isRightToLeft } from '../content/locale.ts'
import type { Portfolio } from '../content/portfolio.ts'
import { PACKAGE_FOLDER } from '../folders.ts'
import { type Block, type BlockStyle, lineOf, type Run, resumeBlocks } from './blocks.ts'
import { escapeXml } from './xml.ts'

/** The parts that are the same in every document: its styles and lists. */
const TEMPLATE = join(PACKAGE_FOLDER, 'resume/word')

/** The margins of the PDF, in twentieths of a point. */
const LINE = 9040
const MARGINS = 'w:top="920" w:bottom="1000" w:header="0" w:footer="0" w:gutter="0"'
const PAPERS = { A4: [11906, 16838], Letter: [12240, 15840] } as const

const STYLES: Record<BlockStyle, string> = {
  name: 'Heading1',
  headline: 'Subtitle',
  contact: 'Contact',
  section: 'Heading2',
  entry: 'Heading3',
  position: 'Heading4',
  credit: 'Heading3',
  row: 'Normal',
  paragraph: 'Normal',
  item: 'ListBullet',
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** The resume as a Word document of headings, paragraphs and lists. Programs that read resumes lose tables and text boxes. */
export function renderWord(portfolio: Portfolio): Buffer {
  const { language } = portfolio.site
  const blocks = resumeBlocks(portfolio)
  const part = (name: string) => readFileSync(join(TEMPLATE, name), 'utf8')
  const parts = {
    '[Content_Types].xml': part('types.xml'),
    '_rels/.rels': relationships([
      `Type="${OFFICE}/officeDocument" Target="word/document.xml"`,
      `Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"`,
    ]),
    'docProps/core.xml': properties(portfolio),
    'word/document.xml': documentOf(blocks, portfolio),
    'word/styles.xml': part('styles.xml').replaceAll('LANGUAGE', language),
    'word/numbering.xml': part('numbering.xml'),
    'word/_rels/document.xml.rels': relationships([
      `Type="${OFFICE}/styles" Target="styles.xml"`,
      `Type="${OFFICE}/numbering" Target="numbering.xml"`,
    ]),
  }
  const files = Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])
  // Equal content gives equal bytes.
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1) }))
}

function documentOf(blocks: Block[], { site, resume }: Portfolio): string {
  const isRtl = isRightToLeft(site.language)
  const [width, height] = PAPERS[resume?.paper ?? 'A4']
  const side = Math.floor((width - LINE) / 2)
  const run = ({ text, strong, em }: Omit<Run, 'href'>, style = '') => {
    const marks = (strong ? '<w:b/><w:bCs/>' : '') + (em ? '<w:i/><w:iCs/>' : '')
    const lines = text
      .split('\n')
      .map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
    const properties = style + marks + (isRtl ? '<w:rtl/>' : '')
    return `<w:r><w:rPr>${properties}</w:rPr>${lines.join('<w:br/>')}</w:r>`
  }
  const field = (part: string) => `<w:r><w:fldChar w:fldCharType="${part}"/></w:r>`
  // Older readers skip the text of a hyperlink element.
  const linked = ({ href, ...text }: Run) => {
    if (!href) return run(text)
    const link = `HYPERLINK "${href.replace(/["\\]/g, encodeURIComponent)}"`
    const code = `<w:r><w:instrText xml:space="preserve">${escapeXml(link)}</w:instrText></w:r>`
    const shown = run(text, '<w:rStyle w:val="Hyperlink"/>')
    return field('begin') + code + field('separate') + shown + field('end')
  }
  const paragraph = (block: Block, index: number) => {
    const { style, dates } = block
    // Headings stay with what follows. An entry without a description has nothing to stay with.
    const isAlone =
      ['entry', 'credit'].includes(style) &&
      !['paragraph', 'item', 'position'].includes(blocks[index + 1]?.style ?? '')
    const properties = (isAlone ? '<w:keepNext w:val="0"/>' : '') + (isRtl ? '<w:bidi/>' : '')
    const end = dates ? `<w:r><w:tab/></w:r>${run({ text: dates })}` : ''
    const head = `<w:pPr><w:pStyle w:val="${STYLES[style]}"/>${properties}</w:pPr>`
    return `<w:p>${head}${lineOf(block).map(linked).join('')}${end}</w:p>`
  }
  return `${HEAD}<w:document xmlns:w="${WORD}"><w:body>
${blocks.map(paragraph).join('\n')}
<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"/><w:pgMar ${MARGINS} w:left="${side}" w:right="${side}"/></w:sectPr>
</w:body></w:document>`
}

function properties({ person, resume, site }: Portfolio): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>${escapeXml(`${person.name} – ${resume?.menuLabel ?? site.title}`)}</dc:title>
<dc:creator>${escapeXml(person.name)}</dc:creator>
<dc:language>${site.language}</dc:language>
</cp:coreProperties>`
}

function relationships(all: string[]): string {
  const items = all.map((attributes, index) => `<Relationship Id="id${index}" ${attributes}/>`)
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}
