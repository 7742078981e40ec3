import PDFDocument from 'pdfkit'
import { ARTIFACT, type Tag } from './blocks.ts'

type Element = ReturnType<InstanceType<typeof PDFDocument>['struct']>
export type Box = { x: number; y: number; width: number; height: number }

// PDFKit's own `subset: 'PDF/UA'` adds a CIDSet that leaves out the parts of composed letters,
// which the standard forbids; without it nothing but this claim is missing.
const CLAIM = `
        <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
            <pdfuaid:part>1</pdfuaid:part>
        </rdf:Description>`

/** A PDF all of whose content is either in the structure or marked as decoration. */
export class TaggedDocument extends PDFDocument {
  #elements = new Map<Tag, Element>()
  #current: Tag | undefined

  /** What is drawn from here on belongs to this tag. */
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

  /** Ends what was entered, as it must be before a page ends. */
  leave() {
    if (this.#current) this.endMarkedContent()
    this.#current = undefined
  }

  /** Lets what was drawn in these boxes of this page lead to the address of the tag. */
  linkBoxes(tag: Tag, boxes: Box[]) {
    if (!tag.link) return
    const { url, label } = tag.link
    const element = this.#element(tag)
    for (const { x, y, width, height } of boxes) {
      const options = { structParent: element, Contents: asText(label) }
      this.link(x, y, width, height, new URL(url).href, options)
    }
    // PDFKit takes the page of a link from where its element ends; on the next page it begins anew.
    element.end()
    this.#elements.delete(tag)
  }

  #element(tag: Tag): Element {
    const known = this.#elements.get(tag)
    if (known) return known
    const element = this.struct(tag.type)
    this.#elements.set(tag, element)
    if (tag.parent) this.#element(tag.parent).add(element)
    else this.addStructure(element)
    if (tag.isBulleted) dictionaryOf(element).A = { O: 'List', ListNumbering: 'Disc' }
    return element
  }

  /** PDFKit lets the sign for a missing letter stand for U+0000, which the standard forbids. */
  override end() {
    const families: Record<string, EmbeddedFont> = Object(Reflect.get(this, '_fontFamilies'))
    for (const font of Object.values(families)) {
      if (font.unicode) font.unicode[0] = [0xfffd]
    }
    super.end()
  }

  /** PDFKit puts these values into XML as they stand. */
  override endMetadata() {
    this.appendXML(CLAIM)
    for (const [key, value] of Object.entries(this.info)) {
      if (typeof value === 'string') Object.assign(this.info, { [key]: escapeXml(value) })
    }
    super.endMetadata()
  }
}

/** What PDFKit's types leave out. */
type EmbeddedFont = { unicode?: number[][] }

function dictionaryOf(element: Element): Record<string, unknown> {
  return Reflect.get(element, 'dictionary').data
}

/** PDFKit writes primitive strings as names and String objects as texts. */
function asText(text: string): string {
  return Object(text)
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
