import { inflateSync } from 'node:zlib'

const OBJECT = /(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs
const STREAM = /^(.*?)stream\r?\n(.*?)\r?\nendstream/s
/** Operators of a content stream: a font, the position of a line, and text. */
const OPERATOR = /\/(\S+) [\d.-]+ Tf|([\d.-]+) ([\d.-]+) Tm|\[([^\]]*)\] TJ|\bQ\b/g
const RANGE = /<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi

type Objects = Map<string, string>

/**
 * The text of a PDF that the engine made, line by line. Only what pdfkit writes is read: compressed
 * streams, glyphs in hexadecimal and a table from glyphs to Unicode for each font.
 */
export function pdfText(file: Buffer): string {
  const objects: Objects = new Map()
  for (const [, id = '', body = ''] of file.toString('latin1').matchAll(OBJECT)) {
    objects.set(id, body)
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((page) => textOfPage(page, objects)).join('\n\n')
}

function textOfPage(page: string, objects: Objects): string {
  const fonts = fontsOf(page, objects)
  const lines: { y: string; text: string }[] = []
  let glyphs = new Map<string, string>()
  let y = ''
  for (const [, font, , atY, text] of streamOf(page, 'Contents', objects).matchAll(OPERATOR)) {
    if (font) glyphs = fonts.get(font) ?? new Map()
    else if (atY) y = atY
    else if (text) addText(lines, y, decode(text, glyphs))
  }
  return lines
    .map(({ text }) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/ ·(?=\S)/g, ' · ')
        .trim(),
    )
    .join('\n')
}

function addText(lines: { y: string; text: string }[], y: string, text: string) {
  const last = lines.at(-1)
  if (last?.y === y) last.text += text
  else lines.push({ y, text })
}

function decode(text: string, glyphs: Map<string, string>): string {
  const codes = [...text.matchAll(/<([0-9a-f]*)>/gi)].flatMap(
    ([, hex = '']) => hex.toLowerCase().match(/.{4}/g) ?? [],
  )
  return codes.map((code) => glyphs.get(code) ?? '').join('')
}

/** The characters of each glyph, for each font of a page. */
function fontsOf(page: string, objects: Objects): Map<string, Map<string, string>> {
  const resources = objects.get(referenceIn(page, 'Resources')) ?? page
  const [, dictionary = ''] = /\/Font\s*<<(.*?)>>/s.exec(resources) ?? []
  const fonts = [...dictionary.matchAll(/\/(\S+) (\d+) 0 R/g)]
  return new Map(
    fonts.map(([, name = '', id = '']) => {
      const map = streamOf(objects.get(id) ?? '', 'ToUnicode', objects)
      return [name, glyphsIn(map)]
    }),
  )
}

function glyphsIn(map: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(RANGE)) {
    const texts = [...list.matchAll(/<([0-9a-f ]*)>/gi)]
    texts.forEach(([, hex = ''], index) => {
      const code = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      const units = hex.replaceAll(' ', '').match(/.{4}/g) ?? []
      glyphs.set(code, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    })
  }
  return glyphs
}

/** The content of the stream that a field of an object refers to. */
function streamOf(body: string, field: string, objects: Objects): string {
  const [, head = '', bytes = ''] = STREAM.exec(objects.get(referenceIn(body, field)) ?? '') ?? []
  if (!head.includes('/FlateDecode')) return bytes
  return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
}

function referenceIn(body: string, field: string): string {
  return new RegExp(`/${field} (\\d+) 0 R`).exec(body)?.[1] ?? ''
}
