import PDFDocument from 'pdfkit'
import { ARTIFACT, type Tag } from './compose.ts'

type Element = ReturnType<InstanceType<typeof PDFDocument>['struct']>
export type Box = { x: number; y: number; width: number; height: number }

// PDFKit's option `subset: 'PDF/UA'` adds a CIDSet without the components of composite glyphs,
// which the standard forbids. Without the option, only this metadata is missing.
const PDF_UA_METADATA = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>`

/** A PDF whose content is either in the structure tree or marked as an artifact. */
export class TaggedDocument extends PDFDocument {
  #elements = new Map<Tag, Element>()
  #current: Tag | undefined

  /** Assigns everything that is drawn from now on to a tag. */
  enter(tag: Tag) {
    if (this.#current === tag) return
    this.leave()
    if (tag === ARTIFACT) {
      this.markContent('Artifact', { type: 'Layout' })
    } else {
      this.#element(tag).add(this.markStructureContent(tag.type))
    }
    this.#current = tag
  }

  /** Ends the current tag. Required before a page ends. */
  leave() {
    if (this.#current) this.endMarkedContent()
    this.#current = undefined
  }

  /** Adds link annotations for the boxes on the current page. */
  linkBoxes(tag: Tag, boxes: Box[]) {
    if (!tag.link) return
    const { url, label } = tag.link
    const element = this.#element(tag)
    for (const { x, y, width, height } of boxes) {
      const options = { structParent: element, Contents: asText(label) }
      this.link(x, y, width, height, new URL(url).href, options)
    }
    // PDFKit assigns a link to the page on which its element ends: each page needs a new element.
    element.end()
    this.#elements.delete(tag)
  }

  #element(tag: Tag): Element {
    const existing = this.#elements.get(tag)
    if (existing) return existing
    const element = this.struct(tag.type)
    this.#elements.set(tag, element)
    if (tag.parent) this.#element(tag.parent).add(element)
    else this.addStructure(element)
    if (tag.isBulleted) dictionaryOf(element).A = { O: 'List', ListNumbering: 'Disc' }
    return element
  }

  /** PDFKit maps the missing glyph to U+0000, which the standard forbids. */
  override end() {
    const families: Record<string, EmbeddedFont> = Object(Reflect.get(this, '_fontFamilies'))
    for (const font of Object.values(families)) {
      if (font.unicode) font.unicode[0] = [0xfffd]
    }
    super.end()
  }

  /** PDFKit writes these values into XML without escaping. */
  override endMetadata() {
    this.appendXML(PDF_UA_METADATA)
    for (const [key, value] of Object.entries(this.info)) {
      if (typeof value === 'string') Object.assign(this.info, { [key]: escapeXml(value) })
    }
    super.endMetadata()
  }
}

/** Missing from PDFKit's types. */
type EmbeddedFont = { unicode?: number[][] }

function dictionaryOf(element: Element): Record<string, unknown> {
  return Reflect.get(element, 'dictionary').data
}

/** PDFKit writes primitive strings as PDF names and String objects as PDF strings. */
function asText(text: string): string {
  return Object(text)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
